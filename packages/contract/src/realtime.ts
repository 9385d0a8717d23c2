import { CANCELLATION_REASONS, ORDER_LISTS, ORDER_STATES } from '@dispecerat/domain/order'
import { z } from 'zod'
import { DriverOrder, OfferView, PositionReport } from './driver.ts'
import { OrderCounts } from './order-lists.ts'
import { OrderRow } from './order-shapes.ts'
import { SearchRoundView } from './search.ts'
import { Id } from './wire.ts'

/** Close codes of /ws (GAP-51). */
export const CLOSE = {
  badToken: 4401,
  blocked: 4403,
  replaced: 4409,
  /** Fell too far behind: reconnect and resync. */
  tooSlow: 4408,
  flooding: 1008,
  restarting: 1012,
} as const

export const RECONNECT = { delayMs: 3000, attempts: 100 } as const
export const HEARTBEAT_SECONDS = 25

/** What a console or a driver's phone sends. The first frame must be `auth`. */
export const FromClient = z.union([
  z.object({ action: z.literal('auth'), token: z.string().max(200), last_seq: z.number().int().min(0).optional() }),
  z.object({ action: z.enum(['subscribe', 'unsubscribe']), channel: z.string().max(80) }),
  z.object({ event: z.literal('ping') }),
  z.object({ event: z.literal('pong') }),
  z.object({ event: z.literal('position'), data: PositionReport }),
  z.object({ event: z.literal('viewed'), data: z.object({ round_id: Id }) }),
  /** The phone has the offer, seen or not: separates "not delivered" from "not seen". */
  z.object({ event: z.literal('delivered'), data: z.object({ round_id: Id }) }),
])
export type FromClient = z.infer<typeof FromClient>

/** Channels a console may subscribe to. */
export const orderDriversChannel = (orderId: number) => `ws_order_drivers:${orderId}`
export const POSITIONS_CHANNEL = 'ws_driver_positions'

export const DriverPosition = z.object({
  userId: Id,
  indicativ: z.string(),
  lat: z.number(),
  long: z.number(),
  heading: z.number().nullable(),
  is_busy: z.boolean(),
  is_paused: z.boolean(),
  ban_until: z.string().nullable(),
  /** Seconds since the phone measured it; over 120 the car is drawn as stale. */
  age_s: z.number().int(),
})
export type DriverPosition = z.infer<typeof DriverPosition>

/** Event name → data, to consoles. Names from the specification where it gives one (GAP-51). */
export const ConsoleEvents = {
  ready: z.object({ user_id: Id, resumed: z.boolean() }),
  /** Away too long, or too slow: throw lists away and ask again. */
  resync: z.object({}),
  pong: z.object({}),
  error: z.object({ message: z.string() }),
  order_sent_to_driver: z.object({ order_id: Id, round_id: Id, n: z.number().int() }),
  order_driver_found: z.object({ order_id: Id, driver_id: Id }),
  order_updated: z.object({ order_id: Id, state: z.enum(ORDER_STATES), trip_state: z.string().nullable() }),
  order_canceled: z.object({
    order_id: Id,
    cancellation_reason_type: z.enum(CANCELLATION_REASONS),
    cancellation_reason_text: z.string().nullable(),
    cancelled_by: z.string().nullable(),
  }),
  /** `order` is the row as it stands now, added while fanning out; null when it left every list. */
  live_orders_updated: z.object({ order_id: Id, type: z.enum(ORDER_LISTS), order: OrderRow.nullable() }),
  remove_live_order: z.object({ order_id: Id, state: z.enum(ORDER_STATES) }),
  /** One company's counts; a console of several companies asks for the sums instead. */
  order_counts: OrderCounts.extend({ company_id: Id }),
  driver_status_changed: z.object({ driver_id: Id }),
  blocked_phones_changed: z.object({}),
  ws_order_drivers: z.object({ order_id: Id, searches: z.array(SearchRoundView) }),
  ws_driver_positions: z.object({ positions: z.array(DriverPosition), gone: z.array(Id) }),
} as const

/** Event name → data, to drivers (GAP-11). */
export const DriverEvents = {
  ready: ConsoleEvents.ready,
  resync: ConsoleEvents.resync,
  pong: ConsoleEvents.pong,
  error: ConsoleEvents.error,
  order_available: OfferView,
  /** All offers open now: sent after every (re)connect, so a lost frame costs nothing. */
  offers_snapshot: z.object({ offers: z.array(OfferView), active_orders: z.array(DriverOrder) }),
  order_accept_confirmed: z.object({ order: DriverOrder }),
  order_updated: z.object({ order: DriverOrder }),
  order_canceled: z.object({
    order_id: Id,
    reason: z.enum(['taken', 'expired', 'dispatcher_canceled', 'client_canceled', 'no_longer_available']),
  }),
  priority_updated: z.object({ high_priority: z.boolean(), until: z.string().nullable() }),
  pending_orders_updated: z.object({ orders: z.array(DriverOrder) }),
  ban_updated: z.object({ ban_until: z.string().nullable(), ban_reason: z.string().nullable() }),
} as const

export type ConsoleEventName = keyof typeof ConsoleEvents
export type DriverEventName = keyof typeof DriverEvents
export type ConsoleEventData<N extends ConsoleEventName> = z.infer<(typeof ConsoleEvents)[N]>
export type DriverEventData<N extends DriverEventName> = z.infer<(typeof DriverEvents)[N]>

/**
 * Every frame to a client. `seq` grows along the event log and is what a reconnecting client sends back as `last_seq`;
 * frames that are not in the log (positions, counts, pong) repeat the last one.
 */
export interface Envelope<Data = unknown> {
  event: string
  channel?: string
  seq: number
  at: string
  data: Data
}
