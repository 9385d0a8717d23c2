import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import { changedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveOrder } from '../orders.store.ts'

/** Transfers a locked order to another dispatcher; returns the events for the company. */
export async function handOverOrder(
  tx: Tx,
  order: OrderRecord,
  { toUserId, by, now }: { toUserId: UserId; by: Pick<Actor, 'kind' | 'userId'>; now: Date },
): Promise<LogEvent[]> {
  if (order.dispatcherId === toUserId) return []
  const handed = await saveOrder(tx, order, { dispatcherId: toUserId }, now)
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'handed_over', by, data: { to: toUserId } }])
  return changedEvents(handed)
}
