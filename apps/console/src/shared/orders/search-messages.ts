import type {
  NotificationMethod,
  OfferFate,
  PassReason,
  SearchOrderBy,
  SearchType,
} from '@dispecerat/domain/dispatch/search-rules'
import { plural } from '@dispecerat/domain/kernel/plural'

export const FATE_LABELS = {
  open: 'sună acum',
  not_delivered: 'nu a ajuns la telefon',
  delivered_not_seen: 'ajuns, nevăzut',
  seen_no_answer: 'văzut, fără răspuns',
  refused: 'refuzat',
  lost_race: 'altul a fost mai rapid',
  withdrawn: 'retras',
  accepted: 'acceptat',
  accepted_then_returned: 'acceptat, apoi returnat',
} as const satisfies Record<OfferFate, string>

export const PASS_LABELS = {
  inactive: 'Cont dezactivat',
  simulated: 'Șofer simulat',
  off_shift: 'În afara turei',
  offline: 'Aplicația nu este conectată',
  stale_position: 'Poziție veche',
  implausible_position: 'Poziție suspectă',
  banned: 'Blocat',
  paused: 'În pauză',
  busy: 'Ocupat',
  wrong_service: 'Alt serviciu',
  no_car: 'Fără mașină',
  missing_option: 'Îi lipsește o opțiune cerută',
  papers_expired: 'Documente expirate',
  low_balance: 'Sold prea mic',
  canceled_this_order: 'A renunțat la această comandă',
  excluded_by_dispatcher: 'Exclus de dispecer',
  refused_this_order: 'A refuzat această comandă',
  already_asked: 'Întrebat deja',
  holds_another_offer: 'Are altă ofertă',
  not_named: 'Nu a fost ales de dispecer',
  no_zone: 'Adresa nu este în nicio zonă',
  other_zone: 'În altă zonă',
  no_stand: 'Nicio stație potrivită',
  not_at_stand: 'Nu stă în stație',
  beyond_limit: 'Prea departe',
  left_to_older_order: 'Lăsat pentru o comandă mai veche',
  lower_rank: 'Peste numărul de șoferi al pasului',
  behind_priority: 'Așteaptă după cei cu prioritate',
  waiting_group: 'Așteaptă grupul următor',
  waiting_turn: 'Își așteaptă rândul',
} as const satisfies Record<PassReason, string>

export const SEARCH_TYPE_LABELS = {
  by_zone: 'În zonă',
  by_near_zone: 'În zonele vecine',
  by_near_stand: 'La stația apropiată',
  by_near_stand_with_route: 'La stația apropiată, pe traseu',
  by_near_stand_and_polygon: 'Stație și zonă',
  by_radius: 'Pe rază',
  by_route: 'Pe traseu',
} as const satisfies Record<SearchType, string>

/** The step that offers to drivers chosen by a dispatcher has no type of its own on the wire. */
export const NAMED_DRIVERS = 'Șoferi aleși'

export const SEARCH_ORDER_LABELS = {
  by_distance: 'după distanță',
  by_route_distance: 'după traseu',
  by_idle_from: 'după timpul liber',
  any: 'în orice ordine',
} as const satisfies Record<SearchOrderBy, string>

export const NOTIFICATION_LABELS = {
  all: 'toți odată',
  pending: 'în lista de așteptare',
  pending_pinned: 'fixat în lista de așteptare',
  by_rotation: 'pe rând',
} as const satisfies Record<NotificationMethod, string>

/** Types of history items; an unknown type is shown as it is. */
export const HISTORY_LABELS: Readonly<Record<string, string>> = {
  created: 'Creată',
  placed: 'Plasată',
  begun: 'Ora programată a sosit',
  edited: 'Modificată',
  search_started: 'Căutarea a început',
  round: 'Rundă de căutare',
  search_restarted: 'Căutarea a reînceput',
  driver_notified: 'Șofer anunțat',
  driver_viewed: 'Văzută de șofer',
  driver_refused: 'Refuzată de șofer',
  driver_accepted: 'Acceptată de șofer',
  assigned: 'Alocată',
  became_current: 'Cursa dinainte s-a încheiat',
  manually_assigned: 'Alocată manual',
  offered_by_hand: 'Oferită șoferului ales',
  schedule_resumed: 'Din nou programată',
  taken_back: 'Luată înapoi de la șofer',
  car_warned: 'Mașina nu vine',
  car_moves: 'Mașina vine din nou',
  replacement_searched: 'Se caută altă mașină',
  replacement_ended: 'Nu se mai caută altă mașină',
  no_replacement: 'Nu s-a găsit altă mașină',
  replaced: 'Comanda a trecut la altă mașină',
  arrived: 'Șoferul a ajuns',
  trip_started: 'Cursa a început',
  finished: 'Finalizată',
  fare_confirmed: 'Tarif confirmat',
  canceled: 'Anulată',
  retried: 'Retrimisă',
  returned: 'Șoferul a renunțat',
  moved_to_pending: 'Mutată în așteptare',
  pending_timeout: 'Așteptarea a expirat',
  duplicated: 'Duplicată',
  always_in_call_set: 'Pusă în lista „În apel”',
  always_in_call_removed: 'Scoasă din lista „În apel”',
  call_started: 'Apel început',
  call_held: 'Apel în așteptare',
  call_unheld: 'Apel reluat',
  call_ended: 'Apel încheiat',
  call_dialled: 'Client apelat',
  call_transferred: 'Apel transferat',
  call_taken_over: 'Apel preluat de la un coleg',
  handed_over: 'Predată altui dispecer',
  rated: 'Evaluată',
  client_texted: 'SMS către client',
  playback_started: 'Apel automat către client',
  playback_ended: 'Apelul automat s-a încheiat',
  deleted: 'Ștearsă',
  restored: 'Ștergere anulată',
}

export const INITIATOR_LABELS: Readonly<Record<string, string>> = {
  dispatcher: 'Dispecer',
  driver: 'Șofer',
  client: 'Client',
  system: 'Sistem',
  company: 'Companie',
}

/** Drivers of partners, which are only counted. */
export function driversOfOthers(counts: string): string {
  return `Șoferi ai altor companii: ${counts}`
}

/** The panel of the driver search. */
export const searchPanelMessages = {
  title: 'Căutare șofer',
  waiting: 'Se pregătește căutarea…',
  queue: 'Comanda așteaptă un șofer din lista de așteptare.',
  scheduled: (time: string) => `Căutarea pornește la ${time}.`,
  ended: 'Căutarea s-a încheiat.',
  round: (n: number, of: number) => `pasul ${n} din ${of}`,
  waitsTurn: 'își așteaptă rândul',
  ringElsewhere: (n: number) =>
    n === 0
      ? 'Așteaptă un șofer liber.'
      : `${plural(n, 'șofer sună', 'șoferi sună', 'de șoferi sună')} la altă comandă`,
  seconds: (n: number) => `${n} s`,
  nobody: 'Niciun șofer potrivit la acest pas.',
  passed: (n: number) => plural(n, 'șofer neîntrebat', 'șoferi neîntrebați', 'de șoferi neîntrebați'),
  outcomes: { accepted: 'acceptat', expired: 'fără răspuns', withdrawn: 'retras' },
  priority: 'prioritar',
  limitDrivers: (n: number) => plural(n, 'șofer', 'șoferi', 'de șoferi'),
  all: 'Toate căutările',
  seenNow: 'văzut, sună',
  inList: 'în listă',
  seenInList: 'văzut în listă',
  pinned: 'fixat în listă',
  stagger: (drivers: number, seconds: number) => `câte ${drivers} la ${seconds} s`,
  oldRounds: 'Runde de căutare',
}
