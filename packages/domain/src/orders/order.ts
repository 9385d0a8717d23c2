import { DomainError } from '../kernel/errors.ts'
import { asId, type DriverId } from '../kernel/ids.ts'

export const ORDER_STATES = [
  'new', // a draft: not placed yet
  'created', // placed, the search is running
  'assigned', // a driver has it
  'finished',
  'canceled',
  'pending', // scheduled for later, or waiting in the drivers' pending list
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** Steps inside `assigned`; null in every other state. */
export const TRIP_STATES = ['waiting_driver', 'waiting_client', 'started'] as const
export type TripState = (typeof TRIP_STATES)[number]

export const PAYMENT_TYPES = ['cash', 'card', 'protocol'] as const
export type PaymentType = (typeof PAYMENT_TYPES)[number]

export const CANCELLATION_REASONS = [
  'driver_canceled',
  'call_ended',
  'dispatcher_canceled',
  'no_drivers_found',
  'client_canceled',
  'no_show', // the driver waited at the pickup, and the client did not come
] as const
export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

/** The operator's lists; an order may stand in several. */
export const ORDER_LISTS = ['in-call', 'live', 'finished', 'canceled'] as const
export type OrderListName = (typeof ORDER_LISTS)[number]

/** Fields of an order that every rule about its state reads. */
export interface OrderLife {
  state: OrderState
  tripState: TripState | null
  inPendingQueue: boolean
  dispatcherId: number | null
}

interface Move {
  from: readonly OrderState[]
  to: OrderState
}

/** The authoritative state table; guards that need more than the state are in `orderCan`. */
const MOVES = {
  place: { from: ['new'], to: 'created' },
  schedule: { from: ['new'], to: 'pending' },
  begin: { from: ['pending'], to: 'created' },
  assign: { from: ['created', 'pending'], to: 'assigned' },
  queue: { from: ['created', 'pending'], to: 'pending' },
  exhaust: { from: ['created', 'pending'], to: 'canceled' },
  cancel: { from: ['created', 'assigned'], to: 'canceled' },
  // Accounts and clients call off their own waiting order; dispatchers delete it.
  recall: { from: ['pending'], to: 'canceled' },
  discard: { from: ['new'], to: 'canceled' },
  retry: { from: ['canceled', 'pending'], to: 'created' },
  noShow: { from: ['assigned'], to: 'canceled' },
  // The driver gives the order up before the trip: another one is searched.
  giveBack: { from: ['assigned'], to: 'created' },
  setDriver: { from: ['canceled', 'pending'], to: 'finished' },
  // A dispatcher names the driver: of a waiting or searched order, or of one whose trip has not started.
  assignNow: { from: ['created', 'pending', 'assigned'], to: 'assigned' },
  // The same where the driver must accept: the order is searched for, beginning with that driver.
  offerByHand: { from: ['created', 'pending', 'assigned'], to: 'created' },
  takeBack: { from: ['assigned'], to: 'created' },
  // The car does not come: another one is searched while the driver keeps the order, and has it at the acceptance.
  searchReplacement: { from: ['assigned'], to: 'assigned' },
  replace: { from: ['assigned'], to: 'created' },
  arrive: { from: ['assigned'], to: 'assigned' },
  start: { from: ['assigned'], to: 'assigned' },
  finish: { from: ['assigned'], to: 'finished' },
} as const satisfies Record<string, Move>
export type OrderMove = keyof typeof MOVES

/** Moves that take an assigned order from its driver only while the client is not in the car. */
const BEFORE_THE_START: readonly OrderMove[] = ['giveBack', 'assignNow', 'offerByHand', 'takeBack']

/** Moves of an order whose car is on the way to the pickup. */
const ON_THE_WAY: readonly OrderMove[] = ['arrive', 'searchReplacement', 'replace']

/** Guard of a move: the server checks it before it acts, the console before it enables a button. */
export function orderCan(order: OrderLife, move: OrderMove): boolean {
  const from: readonly OrderState[] = MOVES[move].from
  if (!from.includes(order.state)) return false
  if (move === 'queue') return !order.inPendingQueue
  if (move === 'begin') return !order.inPendingQueue
  if (move === 'assign') return order.state === 'created' || order.inPendingQueue
  if (move === 'exhaust') return order.state === 'created' || order.inPendingQueue
  if (BEFORE_THE_START.includes(move)) return order.tripState !== 'started'
  if (move === 'noShow') return order.tripState === 'waiting_client'
  if (ON_THE_WAY.includes(move)) return order.tripState === 'waiting_driver'
  if (move === 'start') return order.tripState === 'waiting_driver' || order.tripState === 'waiting_client'
  if (move === 'finish') return order.tripState === 'started'
  return true
}

/** The state after the move; throws `order.wrong_state` with the current state. */
export function stateAfter(order: OrderLife, move: OrderMove): OrderState {
  if (!orderCan(order, move)) throw new DomainError('order.wrong_state', { move, state: order.state })
  return MOVES[move].to
}

/**
 * The state of an order that its driver gives back, or a dispatcher takes back: searched for, or back in its schedule while its search is
 * not due yet.
 */
export function stateWithoutDriver(
  order: OrderLife & { startAt: Date | null },
  move: 'giveBack' | 'takeBack',
  now: Date,
): OrderState {
  const searched = stateAfter(order, move)
  return order.startAt !== null && order.startAt > now ? 'pending' : searched
}

/** Trip step after a driver's move; `finish` ends the trip. */
export function tripStateAfter(order: OrderLife, move: 'arrive' | 'start' | 'finish'): TripState | null {
  if (order.state !== 'assigned') throw new DomainError('order.wrong_state', { move, state: order.state })
  if (!orderCan(order, move)) throw new DomainError('order.trip_step', { move, trip_state: order.tripState })
  return { arrive: 'waiting_client', start: 'started', finish: null }[move] as TripState | null
}

/** True for any saved order that is not a draft: `duplicate` is shown and allowed. */
export function orderCanBeDuplicated(order: OrderLife): boolean {
  return order.state !== 'new'
}

/** An assigned order must be canceled first, and a finished one is never deleted. */
export function orderCanBeDeleted(order: OrderLife): boolean {
  return order.state !== 'assigned' && order.state !== 'finished'
}

/** Retry and move-to-pending belong to the dispatcher who placed the order; other roles act on any. */
export function dispatcherOwns(order: OrderLife, userId: number): boolean {
  return order.dispatcherId === userId
}

/** Fields a finished or canceled order still accepts. */
const FIELDS_AFTER_THE_END: readonly string[] = [
  'about_client',
  'name',
  'cost',
  'discount_amount',
  'payment_type',
  'protocol_user_id',
]

const FARE_FIELDS: readonly string[] = ['cost', 'discount_amount', 'payment_type', 'protocol_user_id']

/** Fields that change what a driver earns with the order. */
export function isFareField(field: string): boolean {
  return FARE_FIELDS.includes(field)
}

/** Placed orders keep the phone that identifies the client; closed ones accept only notes, name and cost. */
export function fieldIsEditable(order: OrderLife, field: string): boolean {
  if (order.state === 'new') return true
  if (order.state === 'finished' || order.state === 'canceled') return FIELDS_AFTER_THE_END.includes(field)
  return field !== 'client_phone'
}

const FIELDS_OF_AN_ACCOUNT: readonly string[] = [
  'client_phone',
  'phone',
  'name',
  'client_name',
  'about_client',
  'places',
  'departure_time',
  'options',
  'package_note',
  'cod_amount',
  'weight_kg',
  'prep_minutes',
]

/** Fields a protocol company may change on its own orders: not the search, the cost or the payer. */
export function accountMayEdit(field: string): boolean {
  return FIELDS_OF_AN_ACCOUNT.includes(field)
}

/** Changing one of these while the search runs restarts it from step 1. */
export const FIELDS_THAT_RESTART_SEARCH: readonly string[] = [
  'places',
  'options',
  'service_id',
  'custom_driver_ids',
  'search_company_ids',
  'send_to_other_company',
]

/** A, B … Z, AA, AB …. */
export function placeLetter(position: number): string {
  const letter = String.fromCharCode(65 + (position % 26))
  return position < 26 ? letter : placeLetter(Math.floor(position / 26) - 1) + letter
}

/** Parses a driver's cancellation reason of the form "driver id~reason". */
export function splitDriverReason(text: string): { driverId: DriverId | null; reason: string } {
  const tilde = text.indexOf('~')
  const left = text.slice(0, tilde).trim()
  if (tilde < 0 || !/^\d+$/.test(left)) return { driverId: null, reason: text }
  return { driverId: asId<DriverId>(Number(left)), reason: text.slice(tilde + 1).trim() }
}
