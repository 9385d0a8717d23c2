import { MAX_LEAD_MINUTES } from './departure.ts'
import { LINE_ANSWERS, RING_SOUNDS } from './ring.ts'

/** What a company decides about its own work, by groups of one page each; every field here is read by the code it names. */
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
    /** Hours that finished and canceled orders stay in the lists. */
    operator_list_hours: { kind: 'whole', min: 1, max: 168, default: 24 },
    /** A delivery ends only with a photo. */
    proof_photo_required: { kind: 'switch', default: false },
    /** The form of a new order begins with all partners asked too. */
    new_orders_ask_partners: { kind: 'switch', default: true },
    /** Clients log in by SMS and order in the company's application. */
    client_app: { kind: 'switch', default: false },
    /** RON by which somebody without orders.fare may change the fare of one order; 0 = not at all. */
    dispatcher_fare_limit_ron: { kind: 'whole', min: 0, max: 1000, default: 50 },
  },
  scheduled: {
    /** Minutes before its departure that an order's search begins. */
    scheduled_lead_min: { kind: 'whole', min: 0, max: MAX_LEAD_MINUTES, default: 15 },
    /** Minutes before the search that dispatchers are reminded; 0 = only when it begins. */
    remind_before_min: { kind: 'whole', min: 0, max: 240, default: 0 },
  },
  search: {
    /** A step that finds nobody is passed over at once. */
    skip_empty_steps: { kind: 'switch', default: false },
    /** Who lets offers pass unanswered is put on a break. */
    auto_pause: { kind: 'switch', default: false },
    /** A car with expired papers gets no offers. */
    require_valid_car_papers: { kind: 'switch', default: false },
  },
  playback: {
    /** The client is rung up by the house when a driver has his order and when the car is there. */
    playback_enabled: { kind: 'switch', default: false },
  },
  ring: {
    /** What a call sounds like where nobody chose. */
    default_sound: { kind: 'choice', options: RING_SOUNDS, default: 'sound' },
    /** Which key answers where nobody chose. */
    line_answer: { kind: 'choice', options: LINE_ANSWERS, default: 'simple' },
  },
  filings: {
    /** Every night the register of the day before is queued for the town hall. */
    files_register: { kind: 'switch', default: false },
    register_format: { kind: 'choice', options: ['xml', 'csv'], default: 'xml' },
  },
  public: {
    /** Everybody may see where the cars are, without whose they are. */
    public_live: { kind: 'switch', default: false },
  },
  security: {
    /** The company's administrators may do nothing before their second factor is on. */
    two_factor_required: { kind: 'switch', default: false },
  },
  retention: {
    /** Days the sound of calls is kept. */
    keep_recordings_days: { kind: 'whole', min: 1, max: 3650, default: 30 },
    /** Days the drivers' trails are kept. */
    keep_trails_days: { kind: 'whole', min: 1, max: 3650, default: 30 },
    /** Days calls are kept, with their phones. */
    keep_calls_days: { kind: 'whole', min: 30, max: 3650, default: 730 },
    /** Days failures in consoles are kept. */
    keep_client_errors_days: { kind: 'whole', min: 1, max: 30, default: 30 },
    /** Days who changed what is kept. */
    keep_changes_days: { kind: 'whole', min: 365, max: 3650, default: 365 },
    /** Days messages are kept. */
    keep_messages_days: { kind: 'whole', min: 30, max: 3650, default: 730 },
    /** Days broadcasts are kept; one of several companies as long as the longest of them says. */
    keep_broadcasts_days: { kind: 'whole', min: 30, max: 3650, default: 730 },
    /** Days closed incidents are kept, with their steps. */
    keep_incidents_days: { kind: 'whole', min: 365, max: 3650, default: 1095 },
    /** Days it is kept why a client was blocked; the number stays blocked. */
    keep_block_reasons_days: { kind: 'whole', min: 30, max: 3650, default: 1095 },
  },
} as const satisfies Record<string, Record<string, SettingsField>>

export type SettingsGroup = keyof typeof SETTINGS
export const SETTINGS_GROUPS = Object.keys(SETTINGS) as SettingsGroup[]

/** Of every group; a name stands in one group alone. */
export type SettingsName = { [G in SettingsGroup]: keyof (typeof SETTINGS)[G] }[SettingsGroup]

export function fieldsOfGroup(group: SettingsGroup): Record<string, SettingsField> {
  return SETTINGS[group]
}
