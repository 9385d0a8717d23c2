import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'
import { checkOwner } from './check-owner.ts'

/** Stops the search and leaves the order in the pending list of nearby drivers. */
export async function moveToPending(server: Server, actor: Actor, orderId: OrderId): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    const state = stateAfter(order, 'queue')
    checkOwner(order, actor)
    const queued = await saveOrder(tx, order, { state, inPendingQueue: true, pendingSince: now }, now)
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'moved_to_pending', by: actor }])
    await server.domainEvents.emit(tx, 'order.search_over', { orderId: order.id, now, because: 'queued' })
    await server.domainEvents.emit(tx, 'order.queue_wanted', { orderId: order.id, now })
    await record(tx, changedEvents(queued), now)
    return { orderId: order.id }
  })
}
