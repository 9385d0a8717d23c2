import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { judgeArrival, requireReason, type SeenCar } from '@dispecerat/domain/orders/arrival'
import { tripStateAfter } from '@dispecerat/domain/orders/order'
import { companySetting } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockDrivenOrder, requireCurrent } from '../life/lock-driven-order.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { changedEvents, driverReads } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { saveOrder } from '../orders.store.ts'
import { readPlaces } from '../places/order-places.store.ts'
import { endReplacement } from '../watch/replacement.ts'

/**
 * The driver reports that the car stands at the pickup. Where the car is not seen there the order is marked, and the reason is required:
 * `order.arrival_doubted`.
 */
export async function reportArrival(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  { car, reason }: { car: SeenCar; reason: string | null },
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockDrivenOrder(tx, actor, orderId)
    const now = server.clock.now()
    requireCurrent(order)
    const tripState = tripStateAfter(order, 'arrive')
    const radius = await companySetting(tx, order.createdByCompanyId, 'orders', 'arrival_radius_m')
    const [pickup] = await readPlaces(tx, orderId)
    if (!pickup) throw new DomainError('order.unknown')
    const arrival = judgeArrival(car, pickup, radius, now)
    requireReason(arrival, reason)
    await endReplacement(tx, server.domainEvents, { order, because: 'arrived', now })
    const { doubt, metres } = arrival
    // Also without a doubt: a process of an earlier version leaves the mark of the driver before.
    const mark = { arrivalDoubt: doubt, arrivalMetres: doubt === null ? null : metres }
    const arrived = await saveOrder(tx, order, { tripState, arrivedAt: now, ...mark }, now)
    const data = doubt === null ? {} : { arrival_doubt: doubt, metres, text: reason }
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'arrived', by: actor, data }])
    await notifyClient(tx, server.domainEvents, order, 'client_arrived', now)
    await record(tx, [...changedEvents(arrived), driverReads(order.id, order.driverId)], now)
    return { orderId: order.id }
  })
}
