import { CANCELLATION_REASONS, ORDER_LISTS, ORDER_STATES } from '@dispecerat/domain/orders/order'
import { ORDER_WARNINGS } from '@dispecerat/domain/orders/order-warnings'
import { z } from 'zod'
import { PretendCallersEvent } from '../demo/pretend-callers.ts'
import { DriverOrder, OfferView, PendingOrder, PositionReport } from '../dispatch/driver.ts'
import { REPLAY_STATUSES } from '../dispatch/replays.ts'
import { SearchRoundView } from '../dispatch/search.ts'
import { DriverPosition } from '../fleet/live-map.ts'
import { OrderIdIn, RoundIdIn } from '../kernel/ids.ts'
import { Id } from '../kernel/wire.ts'
import { Incident } from '../office/incidents.ts'
import { MessageView } from '../office/messages.ts'
import { OrderCounts } from '../orders/order-lists.ts'
import { OrderRow } from '../orders/order-shapes.ts'
import { ZoneSupply } from '../orders/supply.ts'
import { CallEvents } from '../telephony/calls.ts'

/** Close codes of /ws; those below 4000 are defined by RFC 6455 and the IANA registry. */
export const CLOSE = {
  /** The token was refused or has ended. No other condition uses this code, because clients then discard their token. */
  badToken: 4401,
  blocked: 4403,
  replaced: 4409,
  /** The client fell too far behind: reconnect and resync. */
  tooSlow: 4408,
  /** Too many frames, or malformed ones. */
  policyViolation: 1008,
  restarting: 1012,
  /** The server cannot answer now, or no token arrived in time. */
  tryAgainLater: 1013,
} as const

export const RECONNECT = { delayMs: 3000, attempts: 100 } as const
export const HEARTBEAT_SECONDS = 25

/** Frames sent by a console or a driver's phone. The first one must be `auth`. */
export const FromClient = z.union([
  z.object({ action: z.literal('auth'), token: z.string().max(200), last_seq: z.number().int().min(0).optional() }),
  z.object({ action: z.enum(['subscribe', 'unsubscribe']), channel: z.string().max(80) }),
  /** The order this window shows (null for none), whether a field of it is being edited, and whether the user has been inactive. */
  z.object({
    action: z.literal('viewing'),
    order_id: OrderIdIn.nullable(),
    editing: z.boolean(),
    away: z.boolean().default(false),
  }),
  z.object({ event: z.literal('ping') }),
  z.object({ event: z.literal('pong') }),
  z.object({ event: z.literal('position'), data: PositionReport }),
  z.object({ event: z.literal('viewed'), data: z.object({ round_id: RoundIdIn }) }),
  /** The phone received the offer, seen or not: separates "not delivered" from "not seen". */
  z.object({ event: z.literal('delivered'), data: z.object({ round_id: RoundIdIn }) }),
])
export type FromClient = z.infer<typeof FromClient>
/** As a client writes it; what the server reads has branded ids. */
export type ClientFrame = z.input<typeof FromClient>

/** Channels a console may subscribe to. */
export const orderDriversChannel = (orderId: number) => `ws_order_drivers:${orderId}`
/** Simulated callers on the telephone with a company. */
export const pretendCallersChannel = (companyId: number) => `ws_pretend_callers:${companyId}`
/** Progress of a replay of search rules. */
export const replayChannel = (replayId: number) => `ws_replay:${replayId}`
export const POSITIONS_CHANNEL = 'ws_driver_positions'
/** Queue length of each stand of the user's companies. */
export const STAND_QUEUES_CHANNEL = 'ws_stand_queues'
/** Supply of the user's companies' zones in ten minutes. */
export const SUPPLY_CHANNEL = 'ws_supply'

export const OrderViewer = z.object({
  id: Id,
  name: z.string().nullable(),
  is_editing: z.boolean(),
  /** None of the user's windows that show the order was used for 5 minutes. */
  is_away: z.boolean(),
})
export type OrderViewer = z.infer<typeof OrderViewer>

/** Event name → data, for consoles. Names are from the specification where it gives one. */
export const ConsoleEvents = {
  ready: z.object({ user_id: Id, resumed: z.boolean() }),
  /** Disconnected too long, or too slow: discard cached lists and reload. */
  resync: z.object({}),
  pong: z.object({}),
  error: z.object({ message: z.string() }),
  /** Reply to `subscribe`: every later event of the channel reaches this socket, so that data read from now on misses none. */
  subscribed: z.object({ channel: z.string() }),
  /** Not in the event log: events reach this socket more than a second late (sent twice a second), or in time again (sent once). */
  events_delayed: z.object({ is_delayed: z.boolean() }),
  /** Not in the event log: the database cannot write (sent twice a second), or can again (sent once). Reading goes on. */
  saving_failing: z.object({ is_failing: z.boolean() }),
  order_sent_to_driver: z.object({ order_id: Id, round_id: Id, n: z.number().int() }),
  order_driver_found: z.object({ order_id: Id, driver_id: Id }),
  order_updated: z.object({ order_id: Id, state: z.enum(ORDER_STATES), trip_state: z.string().nullable() }),
  order_canceled: z.object({
    order_id: Id,
    cancellation_reason_type: z.enum(CANCELLATION_REASONS),
    cancellation_reason_text: z.string().nullable(),
    cancelled_by: z.string().nullable(),
    /** Dispatcher of the order; null for an order without one. */
    dispatcher_id: Id.nullable(),
  }),
  /** `order` is the current row, added during fan-out; null when it has left every list. */
  live_orders_updated: z.object({ order_id: Id, type: z.enum(ORDER_LISTS), order: OrderRow.nullable() }),
  remove_live_order: z.object({ order_id: Id, state: z.enum(ORDER_STATES) }),
  /** Counts of one company; a console of several companies requests the totals instead. */
  order_counts: OrderCounts.extend({ company_id: Id }),
  /**
   * Not in the event log: all users of the order's company who have it open, the first to open it first; sent at each change, and for every
   * open order after a window's first `viewing`.
   */
  order_lookers: z.object({ order_id: Id, dispatchers: z.array(OrderViewer) }),
  ...CallEvents,
  /** Only for the account that an order is charged to: the order must be reloaded. */
  own_order_changed: z.object({ order_id: Id }),
  /** For an account: its clients or its own data have changed. */
  own_clients_changed: z.object({}),
  own_account_changed: z.object({}),
  /** An invoice of the account was issued, paid, or cancelled in full or in part. */
  own_invoices_changed: z.object({}),
  driver_status_changed: z.object({ driver_id: Id }),
  /** The nightly check found totals that do not agree. */
  ledger_alarm: z.object({ company_id: Id, differences: z.number().int() }),
  /** An invoice was issued, paid, or cancelled in full or in part. */
  invoice_changed: z.object({ invoice_id: Id, account_id: Id }),
  /** A filing with an authority was queued, uploaded, decided or given up. */
  filing_changed: z.object({ filing_id: Id, invoice_id: Id.nullable() }),
  /** Messages of the outbox were written, sent or given up: the list must be reloaded. */
  outbox_changed: z.object({}),
  /** An account's invoicing day has come: a draft waits to be issued. */
  invoice_draft_made: z.object({ company_id: Id, account_id: Id, month: z.string() }),
  /** A user, driver or client of the actor's companies wrote; or a colleague wrote to the actor. */
  chat_message: MessageView,
  /** The user read a conversation up to a message, in this window or another. */
  messages_read: z.object({ interlocutor_id: Id, read_to: Id }),
  /** Messages delivered to, and read on, a driver's phone. */
  message_receipt: z.object({ interlocutor_id: Id, delivered_to: z.number().int(), read_to: z.number().int() }),
  broadcast_sent: z.object({ broadcast_id: z.string(), audience: z.enum(['drivers', 'clients']) }),
  announcements_changed: z.object({}),
  /** The current row; an SOS sounds until a dispatcher takes it. */
  incident_created: Incident,
  incident_changed: Incident,
  blocked_phones_changed: z.object({}),
  /** For one of the user's companies: lists of cars and devices must be reloaded. */
  cars_changed: z.object({}),
  devices_changed: z.object({}),
  polygons_changed: z.object({}),
  stands_changed: z.object({ stand_id: Id }),
  /** Not in the event log: a driver joined or left the stand, or moved up. */
  stand_queue_changed: z.object({ stand_id: Id, queue_length: z.number().int() }),
  /** A company setting that screens or the search use has changed. */
  company_settings_changed: z.object({ company_id: Id }),
  /** Another company requested a partnership with the user's company (`asked_company_id`), accepted, or ended it. */
  partners_changed: z.object({ asked_company_id: Id.optional() }),
  /** The user's SIP password has changed: register again with the new one. */
  telephone_renewed: z.object({}),
  /** Role permissions of the user's company have changed: the session must be reloaded. */
  permissions_changed: z.object({ company_id: Id }),
  /** A scheduled order's search begins soon (`soon`), or now (`started`); for the dispatchers of its company. */
  order_reminder: z.object({ order_id: Id, kind: z.enum(['soon', 'started']), order: OrderRow.nullable() }),
  /**
   * An assigned order needs attention, for the dispatchers of its company. `returned`: its driver gave it back; another one is searched, or the
   * order is scheduled again. `standing`, `leaving`, `silent`: its car does not come nearer to the pickup. `replacing`: another one is
   * searched, and the driver keeps the order until somebody accepts; `no_replacement`: nobody did.
   */
  order_warning: z.object({
    order_id: Id,
    kind: z.enum(ORDER_WARNINGS),
    /** The car concerned. */
    indicativ: z.string().nullable(),
    order: OrderRow.nullable(),
  }),
  priorities_changed: z.object({ driver_ids: z.array(Id) }),
  search_intervals_changed: z.object({ company_id: Id }),
  ws_order_drivers: z.object({ order_id: Id, searches: z.array(SearchRoundView) }),
  replay_progress: z.object({ id: Id, status: z.enum(REPLAY_STATUSES), progress: z.number() }),
  pretend_callers: PretendCallersEvent,
  ws_driver_positions: z.object({ positions: z.array(DriverPosition), gone: z.array(Id) }),
  /** Not in the event log: all zones of one company. */
  ws_supply: z.object({ company_id: Id, zones: z.array(ZoneSupply) }),
} as const

/** Event name → data, for drivers. */
export const DriverEvents = {
  ready: ConsoleEvents.ready,
  resync: ConsoleEvents.resync,
  pong: ConsoleEvents.pong,
  error: ConsoleEvents.error,
  order_available: OfferView,
  /** All offers open now: sent after every (re)connect, so that a lost frame does no harm. */
  offers_snapshot: z.object({
    offers: z.array(OfferView),
    active_orders: z.array(DriverOrder),
    pending_orders: z.array(PendingOrder),
  }),
  order_accept_confirmed: z.object({ order: DriverOrder }),
  order_updated: z.object({ order: DriverOrder }),
  order_canceled: z.object({
    order_id: Id,
    reason: z.enum(['taken', 'expired', 'dispatcher_canceled', 'client_canceled', 'no_longer_available']),
  }),
  priority_updated: z.object({ high_priority: z.boolean(), until: z.string().nullable() }),
  /** The whole list as of now. */
  pending_orders_updated: z.object({ orders: z.array(PendingOrder) }),
  /** Paused by the company's rules after too many ignored offers; the driver resumes as after any pause. */
  pause_updated: z.object({ is_paused: z.boolean() }),
  message: MessageView,
  /** A user of the company read the driver's messages up to this one. */
  messages_read: z.object({ read_to: Id }),
  announcements_changed: z.object({}),
  incident_changed: z.object({ id: Id, status: z.enum(['open', 'in_work', 'closed']) }),
  ban_updated: z.object({ ban_until: z.string().nullable(), ban_reason: z.string().nullable() }),
} as const

/** Events that are not in the log: they repeat the last `seq` and may be lost. */
export const VOLATILE_EVENTS = [
  'ready',
  'resync',
  'pong',
  'error',
  'subscribed',
  'events_delayed',
  'saving_failing',
  'offers_snapshot',
  'ws_driver_positions',
  'ws_supply',
  'pretend_callers',
  'order_counts',
  'order_lookers',
  'stand_queue_changed',
] as const satisfies readonly EventName[]

export type ConsoleEventName = keyof typeof ConsoleEvents
export type DriverEventName = keyof typeof DriverEvents
export type EventName = ConsoleEventName | DriverEventName
export type ConsoleEventData<N extends ConsoleEventName> = z.infer<(typeof ConsoleEvents)[N]>
export type DriverEventData<N extends DriverEventName> = z.infer<(typeof DriverEvents)[N]>
/** What either kind of client receives under this name. */
export type EventData<N extends EventName> =
  | (N extends ConsoleEventName ? ConsoleEventData<N> : never)
  | (N extends DriverEventName ? DriverEventData<N> : never)

/**
 * Every frame to a client. `seq` grows along the event log and is what a reconnecting client sends back as `last_seq`; frames that are not
 * in the log (positions, counts, pong) repeat the last one.
 */
export interface Envelope<Data = unknown, Name extends string = string> {
  event: Name
  channel?: string
  seq: number
  at: string
  data: Data
}
/** A frame as a console or a driver's phone reads it: `event` tells its data. */
export type ConsoleFrame = { [N in ConsoleEventName]: Envelope<ConsoleEventData<N>, N> }[ConsoleEventName]
export type DriverFrame = { [N in DriverEventName]: Envelope<DriverEventData<N>, N> }[DriverEventName]
