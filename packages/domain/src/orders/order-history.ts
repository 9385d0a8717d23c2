import type { OrderState } from './order.ts'

/**
 * Also `begun` (a scheduled order's search has started), `became_current` (the trip before a next order has ended), `restored` (a deletion
 * was undone), `offered_by_hand` (a dispatcher named the driver, who must accept), `schedule_resumed` (that driver did
 * not accept, and the order is scheduled again), `taken_back` (a dispatcher took the order from its
 * driver), `returned` (the driver gave the order up, and another one is searched), `client_texted` (an SMS about the order was sent to its
 * client), `playback_started` and `playback_ended` (an automatic call
 * to the client), `car_warned` and `car_moves` (its car stood still, drove away or was silent, and came nearer again),
 * `replacement_searched`, `replacement_ended`, `no_replacement` and `replaced` (another car is searched while the driver keeps the order, until
 * the car comes; nobody accepted; somebody did) and `fare_confirmed` (a doubted fare was confirmed).
 */
export const HISTORY_TYPES = [
  'created',
  'placed',
  'begun',
  'edited',
  'search_started',
  'round',
  'search_restarted',
  'driver_notified',
  'driver_viewed',
  'driver_refused',
  'driver_accepted',
  'assigned',
  'became_current',
  'manually_assigned',
  'offered_by_hand',
  'taken_back',
  'car_warned',
  'car_moves',
  'replacement_searched',
  'replacement_ended',
  'no_replacement',
  'replaced',
  'arrived',
  'trip_started',
  'finished',
  'fare_confirmed',
  'canceled',
  'retried',
  'returned',
  'moved_to_pending',
  'pending_timeout',
  'schedule_resumed',
  'duplicated',
  'always_in_call_set',
  'always_in_call_removed',
  'call_started',
  'call_held',
  'call_unheld',
  'call_ended',
  'call_dialled',
  'call_transferred',
  'call_taken_over',
  'handed_over',
  'rated',
  'client_texted',
  'playback_started',
  'playback_ended',
  'deleted',
  'restored',
] as const
export type HistoryType = (typeof HISTORY_TYPES)[number]

export interface HistoryLine {
  type: string
  /** `placed`, `taken_back` and `returned` have it when the order is scheduled from then on. */
  state?: OrderState
}

type Step = { from: readonly (OrderState | null)[]; to: OrderState }

const STEPS: Partial<Record<string, Step>> = {
  created: { from: [null], to: 'new' },
  placed: { from: ['new'], to: 'created' },
  begun: { from: ['pending'], to: 'created' },
  assigned: { from: ['created', 'pending'], to: 'assigned' },
  became_current: { from: ['assigned'], to: 'assigned' },
  manually_assigned: { from: ['created', 'canceled', 'pending'], to: 'assigned' },
  offered_by_hand: { from: ['created', 'pending'], to: 'created' },
  taken_back: { from: ['assigned'], to: 'created' },
  // The line of the driver who accepted follows.
  replaced: { from: ['assigned'], to: 'created' },
  arrived: { from: ['assigned'], to: 'assigned' },
  trip_started: { from: ['assigned'], to: 'assigned' },
  finished: { from: ['assigned'], to: 'finished' },
  canceled: { from: ['new', 'created', 'assigned', 'pending'], to: 'canceled' },
  retried: { from: ['canceled', 'pending'], to: 'created' },
  returned: { from: ['assigned'], to: 'created' },
  moved_to_pending: { from: ['created', 'pending'], to: 'pending' },
  pending_timeout: { from: ['pending'], to: 'pending' },
  schedule_resumed: { from: ['created'], to: 'pending' },
}

const MAY_SCHEDULE: readonly string[] = ['placed', 'taken_back', 'returned']

/** Validates an order's history: null when it is a legal path that ends in `state`, otherwise the problem. */
export function historyProblem(lines: readonly HistoryLine[], state: OrderState): string | null {
  let at: OrderState | null = null
  for (const line of lines) {
    const step = STEPS[line.type]
    if (!step) continue
    if (!step.from.includes(at)) return `${line.type} from ${at ?? 'nothing'}`
    at = MAY_SCHEDULE.includes(line.type) && line.state === 'pending' ? 'pending' : step.to
  }
  return at === state ? null : `history ends in ${at ?? 'nothing'}, the order is ${state}`
}
