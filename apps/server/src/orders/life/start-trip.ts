import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { tripStateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changedEvents, driverReads } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { saveOrder } from '../orders.store.ts'
import { endReplacement } from '../watch/replacement.ts'
import { lockDrivenOrder, requireCurrent } from './lock-driven-order.ts'

/** The client is in the car; the driver may start without having reported the arrival. */
export async function startTrip(server: Server, actor: Actor, orderId: OrderId): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockDrivenOrder(tx, actor, orderId)
    const now = server.clock.now()
    requireCurrent(order)
    await endReplacement(tx, server.domainEvents, { order, because: 'started', now })
    const started = await saveOrder(tx, order, { tripState: tripStateAfter(order, 'start'), tripStartedAt: now }, now)
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'trip_started', by: actor }])
    await record(tx, [...changedEvents(started), driverReads(order.id, order.driverId)], now)
    return { orderId: order.id }
  })
}
