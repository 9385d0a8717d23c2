import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'

/** Removes the order from the in-call list after the client was called back. Idempotent. */
export async function clearAlwaysInCall(server: Server, actor: Actor, orderId: OrderId): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    if (!order.alwaysInCall && !order.callNeedInteraction) return { orderId: order.id }
    const cleared = await saveOrder(tx, order, { alwaysInCall: false, callNeedInteraction: false }, now)
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'always_in_call_removed', by: actor }])
    await record(tx, changedEvents(cleared), now)
    return { orderId: order.id }
  })
}
