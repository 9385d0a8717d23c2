import { doubtOfFare } from '@dispecerat/domain/orders/fare-doubt'
import type { OrderChanges, OrderRecord } from '../order-record.ts'
import type { FareChange } from './check-fare.ts'

/**
 * Updates a doubt after a cost was edited: it ends when a user without a limit enters the fare. A user with a limit could otherwise end it
 * by changing a single ban, so their fare is judged like the first one.
 */
export function doubtAfterEdit(order: OrderRecord, fare: FareChange | null): Pick<OrderChanges, 'fareDoubt'> {
  if (order.fareDoubt === null || fare === null || fare.before.costBani === fare.after.costBani) return {}
  const { costBani } = fare.after
  if (!fare.isLimited || costBani === null || order.tripFinishedAt === null) return { fareDoubt: null }
  const { estimatedCostBani: estimatedBani, tripStartedAt: startedAt, tripFinishedAt: finishedAt } = order
  const isPositionMock = order.fareDoubt === 'mock_position'
  return { fareDoubt: doubtOfFare({ costBani, estimatedBani, startedAt, finishedAt, isPositionMock }) }
}
