import { doubtOfFare } from '@dispecerat/domain/fare-doubt'
import type { FareChange } from './check-fare.ts'
import type { OrderChanges, OrderRecord } from './order-record.ts'

/**
 * What an edited cost makes of a doubt: it ends when somebody without a limit writes the fare. Whoever has one could otherwise end it
 * by changing a single ban, so the new fare is judged as the first one was.
 */
export function doubtAfterEdit(order: OrderRecord, fare: FareChange | null): Pick<OrderChanges, 'fareDoubt'> {
  if (order.fareDoubt === null || fare === null || fare.before.costBani === fare.after.costBani) return {}
  const { costBani } = fare.after
  if (!fare.isLimited || costBani === null || order.tripFinishedAt === null) return { fareDoubt: null }
  const { estimatedCostBani: estimatedBani, tripStartedAt: startedAt, tripFinishedAt: finishedAt } = order
  const isPositionMock = order.fareDoubt === 'mock_position'
  return { fareDoubt: doubtOfFare({ costBani, estimatedBani, startedAt, finishedAt, isPositionMock }) }
}
