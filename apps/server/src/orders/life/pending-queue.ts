import { orderCan } from '@dispecerat/domain/orders/order'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { changedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveListed, saveOrder } from '../orders.store.ts'

/** Adds a searched order to the drivers' lists or removes it; its version stays, because it was not edited. */
export async function listOrder(
  tx: Tx,
  { order, isListed, now }: { order: OrderRecord; isListed: boolean; now: Date },
): Promise<void> {
  if (order.state !== 'created' || order.inPendingQueue === isListed) return
  await record(tx, changedEvents(await saveListed(tx, order, isListed)), now)
}

/**
 * The search of a locked order has no steps left: the order waits in the pending queue, where drivers may still accept it and dispatchers
 * see it. An order that waits there already is unchanged.
 */
export async function queueOrder(
  tx: Tx,
  { order, because, now }: { order: OrderRecord; because: 'search_failed' | 'steps_used_up'; now: Date },
): Promise<void> {
  if (order.state === 'pending' && order.inPendingQueue) return
  if (!orderCan({ ...order, inPendingQueue: false }, 'queue')) return
  const queued = await saveOrder(tx, order, { state: 'pending', inPendingQueue: true, pendingSince: now }, now)
  const data = { reason: because }
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'moved_to_pending', by: SYSTEM, data }])
  await record(tx, changedEvents(queued), now)
}
