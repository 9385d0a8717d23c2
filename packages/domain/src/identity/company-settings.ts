import { MAX_LEAD_MINUTES } from '../kernel/typed-text.ts'
import { LINE_ANSWERS, RING_SOUNDS } from './ring.ts'

/** Settings of a company, grouped by page. Every field is read by the code that it names. */
interface WholeField {
  kind: 'whole'
  min: number
  max: number
  default: number
}
interface SwitchField {
  kind: 'switch'
  default: boolean
}
interface ChoiceField {
  kind: 'choice'
  options: readonly string[]
  default: string
}
export type SettingsField = WholeField | SwitchField | ChoiceField
export type SettingsValue = number | boolean | string

export const SETTINGS = {
  orders: {
    /** Minutes an order may wait in the queue before it is canceled. */
    pending_timeout_min: { kind: 'whole', min: 1, max: 240, default: 15 },
    /** Minutes that a driver waits at the pickup before the client counts as absent; 0 = not at all. */
    no_show_wait_min: { kind: 'whole', min: 0, max: 60, default: 5 },
    /** Metres around the pickup within which an arrival is believed without the driver's reason; 0 = anywhere. */
    arrival_radius_m: { kind: 'whole', min: 0, max: 5000, default: 300 },
    /** Minutes without coming nearer to the pickup after which dispatchers are warned of a car; 0 = never. */
    car_warning_min: { kind: 'whole', min: 0, max: 60, default: 3 },
    /** Minutes after which another car is searched besides; 0 = never. */
    car_replacement_min: { kind: 'whole', min: 0, max: 120, default: 6 },
    /** Hours that finished and canceled orders stay in the lists. */
    operator_list_hours: { kind: 'whole', min: 1, max: 168, default: 24 },
    /** A delivery ends only with a photo. */
    proof_photo_required: { kind: 'switch', default: false },
    /** A new order's form starts with partners included in the search. */
    new_orders_ask_partners: { kind: 'switch', default: true },
    /** Clients log in by SMS and order in the company's application. */
    client_app: { kind: 'switch', default: false },
    /** RON by which a user without orders.fare may change the fare of one order; 0 = not at all. */
    dispatcher_fare_limit_ron: { kind: 'whole', min: 0, max: 1000, default: 50 },
  },
  scheduled: {
    /** The company's own trips decide when an order's search begins, as soon as there are enough of them. */
    scheduled_lead_learned: { kind: 'switch', default: true },
    /** Minutes before its departure that an order's search begins otherwise. */
    scheduled_lead_min: { kind: 'whole', min: 0, max: MAX_LEAD_MINUTES, default: 15 },
    /** Minutes before the search that dispatchers are reminded; 0 = only when it begins. */
    remind_before_min: { kind: 'whole', min: 0, max: 240, default: 0 },
  },
  search: {
    /** A step without candidates is skipped at once, so that a client does not wait for steps that can reach nobody. */
    skip_empty_steps: { kind: 'switch', default: true },
    /** A driver who lets offers pass unanswered is put on a break. */
    auto_pause: { kind: 'switch', default: false },
    /** A driver whom a dispatcher names must accept the order. */
    named_driver_confirms: { kind: 'switch', default: false },
    /** An order that its driver gives back before the trip is searched again at once. */
    search_after_return: { kind: 'switch', default: true },
    /** A car with expired documents gets no offers. */
    require_valid_car_papers: { kind: 'switch', default: false },
  },
  playback: {
    /** The server phones the client when a driver is assigned and when the car has arrived. */
    playback_enabled: { kind: 'switch', default: false },
  },
  ring: {
    /** Ring sound of users who have chosen none. */
    default_sound: { kind: 'choice', options: RING_SOUNDS, default: 'sound' },
    /** Answer key of users who have chosen none. */
    line_answer: { kind: 'choice', options: LINE_ANSWERS, default: 'simple' },
  },
  filings: {
    /** Every night the register of the day before is queued for the town hall. */
    files_register: { kind: 'switch', default: false },
    register_format: { kind: 'choice', options: ['xml', 'csv'], default: 'xml' },
  },
  public: {
    /** The public map shows where the cars are, but not whose they are. */
    public_live: { kind: 'switch', default: false },
  },
  security: {
    /** The company's administrators may do nothing until they have enabled the second factor. */
    two_factor_required: { kind: 'switch', default: false },
  },
  retention: {
    /** Days that call recordings are stored. */
    keep_recordings_days: { kind: 'whole', min: 1, max: 3650, default: 30 },
    /** Days that drivers' position trails are stored. */
    keep_trails_days: { kind: 'whole', min: 1, max: 3650, default: 30 },
    /** Days that calls are stored, with their phone numbers. */
    keep_calls_days: { kind: 'whole', min: 30, max: 3650, default: 730 },
    /** Days that console errors are stored. */
    keep_client_errors_days: { kind: 'whole', min: 1, max: 30, default: 30 },
    /** Days that audit entries are stored. */
    keep_changes_days: { kind: 'whole', min: 365, max: 3650, default: 365 },
    /** Days that messages are stored. */
    keep_messages_days: { kind: 'whole', min: 30, max: 3650, default: 730 },
    /** Days that broadcasts are stored; a broadcast of several companies uses the longest of their settings. */
    keep_broadcasts_days: { kind: 'whole', min: 30, max: 3650, default: 730 },
    /** Days that closed incidents are stored, with their steps. */
    keep_incidents_days: { kind: 'whole', min: 365, max: 3650, default: 1095 },
    /** Days that the reason of a blocked client is stored; the number stays blocked. */
    keep_block_reasons_days: { kind: 'whole', min: 30, max: 3650, default: 1095 },
  },
} as const satisfies Record<string, Record<string, SettingsField>>

export type SettingsGroup = keyof typeof SETTINGS
export const SETTINGS_GROUPS = Object.keys(SETTINGS) as SettingsGroup[]

/** Setting names of all groups; a name occurs in one group only. */
export type SettingsName = { [G in SettingsGroup]: keyof (typeof SETTINGS)[G] }[SettingsGroup]

export function fieldsOfGroup(group: SettingsGroup): Record<string, SettingsField> {
  return SETTINGS[group]
}
