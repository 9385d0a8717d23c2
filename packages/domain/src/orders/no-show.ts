import { DomainError } from '../kernel/errors.ts'
import { type OrderLife, type OrderState, stateAfter } from './order.ts'

export interface Waiting extends OrderLife {
  /** When the driver arrived at the pickup. */
  arrivedAt: Date
  /** When the client wants to leave; a driver of a scheduled order usually arrives before. */
  departureAt: Date
  /** It is the driver who says so, and the car was not seen at the pickup when the arrival was reported, or is seen elsewhere now. */
  isDoubted: boolean
  /** The server is phoning the client now. */
  isCalling: boolean
}

/** The first instant at which the client of a waiting driver counts as absent. */
export function noShowFrom(
  { arrivedAt, departureAt }: Pick<Waiting, 'arrivedAt' | 'departureAt'>,
  waitMinutes: number,
): Date {
  return new Date(Math.max(arrivedAt.getTime(), departureAt.getTime()) + waitMinutes * 60_000)
}

/**
 * The state of an order whose client is absent. Errors: order.wrong_state, order.trip_step (the driver is not waiting), order.no_show_doubted (only a
 * dispatcher may), order.no_show_too_early (the waiting time is not over), order.no_show_calling (the automatic call to the client is not over).
 */
export function stateAfterNoShow(order: Waiting, waitMinutes: number, now: Date): OrderState {
  const { state, tripState, isDoubted, isCalling } = order
  if (state === 'assigned' && tripState !== 'waiting_client')
    throw new DomainError('order.trip_step', { move: 'noShow', trip_state: tripState })
  const after = stateAfter(order, 'noShow')
  if (isDoubted) throw new DomainError('order.no_show_doubted')
  const secondsLeft = Math.ceil((noShowFrom(order, waitMinutes).getTime() - now.getTime()) / 1000)
  if (secondsLeft > 0) throw new DomainError('order.no_show_too_early', { seconds_left: secondsLeft })
  if (isCalling) throw new DomainError('order.no_show_calling')
  return after
}
