import { orderCan } from '@dispecerat/domain/order'
import { SYSTEM } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { changedEvents } from './order-events.ts'
import { addHistory } from './order-history.store.ts'
import type { OrderRecord } from './order-record.ts'
import { saveOrder } from './orders.store.ts'

/** The search of a locked order cannot run: the order waits in the pending queue, where people see it. */
export async function searchFailed(tx: Tx, { order, now }: { order: OrderRecord; now: Date }): Promise<void> {
  if (!orderCan(order, 'queue')) return
  const queued = await saveOrder(tx, order, { state: 'pending', inPendingQueue: true, pendingSince: now }, now)
  const data = { reason: 'search_failed' }
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'moved_to_pending', by: SYSTEM, data }])
  await record(tx, changedEvents(queued), now)
}
