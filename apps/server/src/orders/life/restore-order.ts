import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { requireCredit } from '../fare/account-credit.ts'
import { changedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { lockDeletedOrder, saveOrder } from '../orders.store.ts'

/** Restores a deleted order; a search that was running starts again from its first step, a queued order is back in the lists. */
export async function restoreOrder(server: Server, actor: Actor, id: OrderId): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockDeletedOrder(tx, actor.scope, id)
    const now = server.clock.now()
    if (order.state === 'created' || order.state === 'pending') await requireCredit(tx, order)
    // The pending timeout starts over, because no driver could accept the order while it was deleted.
    const pendingSince = order.inPendingQueue ? now : order.pendingSince
    const restored = await saveOrder(tx, order, { deletedAt: null, pendingSince }, now)
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'restored', by: actor }])
    const orderId = order.id
    if (order.state === 'created') await server.domainEvents.emit(tx, 'order.search_wanted', { orderId, now })
    if (order.inPendingQueue && order.state === 'pending')
      await server.domainEvents.emit(tx, 'order.queue_wanted', { orderId, now })
    await record(tx, changedEvents(restored), now)
    return { orderId }
  })
}
