import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { tripStateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { changedEvents, driverReads } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { saveOrder } from '../orders.store.ts'
import { lockDrivenOrder, requireCurrent } from './lock-driven-order.ts'

/** The driver has arrived at the pickup (`arrive`), or has the client in the car (`start`; arriving may be skipped). */
export async function tripStep(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  step: 'arrive' | 'start',
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockDrivenOrder(tx, actor, orderId)
    const now = server.clock.now()
    requireCurrent(order)
    const tripState = tripStateAfter(order, step)
    const stepped = await saveOrder(
      tx,
      order,
      step === 'start' ? { tripState, tripStartedAt: now } : { tripState, arrivedAt: now },
      now,
    )
    const type = step === 'start' ? 'trip_started' : 'arrived'
    await addHistory(tx, [{ orderId: order.id, at: now, type, by: actor }])
    if (step === 'arrive') await notifyClient(tx, server.domainEvents, order, 'client_arrived', now)
    await record(tx, [...changedEvents(stepped), driverReads(order.id, order.driverId)], now)
    return { orderId: order.id }
  })
}
