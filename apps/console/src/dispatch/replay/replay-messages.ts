import { groupThousands, plural } from '@dispecerat/domain/kernel/plural'

const drivers = (n: number) => plural(n, 'șofer', 'șoferi', 'de șoferi')

/** Replays of search rules on past orders; loaded only by the builder. */
export const replayMessages = {
  title: 'Probă pe comenzile din trecut',
  run: 'Probă pe comenzile de ieri',
  runOther: 'Probă pe comenzile alese',
  hint: 'Rulează regulile de pe ecran și pe cele salvate peste comenzile, pozițiile și răspunsurile unei zile trecute.',
  day: 'Ziua probei',
  yesterday: (day: string) => `Ieri, ${day}`,
  lastDay: 'Ultimele 24 de ore',
  fixFirst: 'Corectați câmpurile marcate, apoi încercați proba.',
  running: 'Proba rulează…',
  progress: (percent: number) => `${percent} %`,
  cancel: 'Oprește proba',
  canceled: 'Proba a fost oprită.',
  failed: 'Proba nu s-a putut termina. Regulile nu au fost schimbate.',
  again: 'Încearcă din nou',
  empty: 'În perioada aleasă nu s-a căutat șofer pentru nicio comandă. Alegeți altă zi.',
  noPositions:
    'Pentru perioada aleasă nu s-au păstrat ture și poziții ale șoferilor, deci proba nu are pe cine căuta. Alegeți altă zi.',
  stale: 'Regulile s-au schimbat de la această probă.',
  tried: (from: string, to: string) => `Perioada ${from} – ${to}`,

  modelled: (offers: number) =>
    offers === 0
      ? 'Nu există oferte din trecut: răspunsurile șoferilor sunt presupuse. Cifrele compară regulile între ele, nu prezic ziua.'
      : `Răspunsurile șoferilor sunt modelate după ${plural(offers, 'ofertă din trecut', 'oferte din trecut', 'de oferte din trecut')}, iar distanțele pe drum sunt estimate. Nouă zile din zece cad între limitele arătate; ce va fi mâine depinde și de comenzile de mâine.`,

  figures: 'Rezultate',
  figure: 'Măsură',
  past: 'În realitate',
  saved: 'Reguli salvate',
  changed: 'Reguli pe ecran',
  difference: 'Diferență',
  rows: {
    orders: 'Comenzi',
    unserved: 'Neservite',
    calledOff: 'Anulate înainte de șofer',
    median: 'Atribuire: timp median',
    p90: 'Atribuire: 9 din 10 în cel mult',
    pickup: 'Până la client: distanță mediană',
    offers: 'Oferte pe comandă',
    bans: 'Banuri automate',
  },
  servedOnly: 'Timpii și distanțele se socotesc numai pe comenzile care au găsit șofer.',
  better: 'mai bine',
  worse: 'mai slab',
  same: 'la fel',
  none: '—',
  bandShare: (range: string, percent: string) => `${range} (${percent}\u00a0%)`,
  share: (n: number, percent: string) => `${groupThousands(n)} (${percent}\u00a0%)`,
  seconds: (text: string) => `${text}\u00a0s`,

  driversTitle: 'Șoferi',
  noDriverChange: 'Niciun șofer nu câștigă și nu pierde comenzi.',
  gain: 'Câștigă comenzi',
  lose: 'Pierd comenzi',
  nobody: 'nimeni',
  driver: 'Șofer',
  orders: 'comenzi',
  fromTo: (saved: number, changed: number) => `${saved} → ${changed}`,
  allDrivers: (n: number) => `Toți cei ${drivers(n)}`,

  bansTitle: 'Banuri automate',
  noBans: 'Regulile de pe ecran n-ar fi banat pe nimeni.',
  wouldBan: (n: number, bans: number) =>
    `Regulile de pe ecran ar fi banat ${drivers(n)}${bans > n ? `, în total de ${bans} ori` : ''}.`,
  spared: (n: number) =>
    n === 1
      ? 'La încă un șofer oferta nu a ajuns sau nu a fost văzută; asemenea oferte nu se numără.'
      : `La încă ${drivers(n)} oferta nu a ajuns sau nu a fost văzută; asemenea oferte nu se numără.`,
  banList: 'Cine și când',
  unnamed: (id: number) => `Șoferul ${id}`,
} as const
