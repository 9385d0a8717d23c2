import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { judgeArrival, type SeenCar } from '@dispecerat/domain/orders/arrival'
import { stateAfterNoShow } from '@dispecerat/domain/orders/no-show'
import { companySetting } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockDrivenOrder, requireCurrent } from '../life/lock-driven-order.ts'
import { releaseDriver } from '../life/release-driver.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { canceledEvents, driverLoses, driverReads } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { cancellationBy, lockOwnOrder, saveOrder } from '../orders.store.ts'
import { readPlaces } from '../places/order-places.store.ts'

/**
 * The client did not come to the waiting car, says its driver or a dispatcher (`car` null): the order is canceled, counts against the client, and the driver
 * has the waiting place back.
 */
export async function reportNoShow(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  { reason, car }: { reason: string; car: SeenCar | null },
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockWaiting(tx, actor, orderId)
    const now = server.clock.now()
    // An arrival that a server of an earlier version stored has no time of its own.
    const arrivedAt = order.arrivedAt ?? order.updatedAt
    const waitMinutes = await companySetting(tx, order.createdByCompanyId, 'orders', 'no_show_wait_min')
    const waiting = {
      ...order,
      arrivedAt,
      departureAt: order.departureTime,
      isDoubted: car !== null && (order.arrivalDoubt !== null || (await hasDrivenOff(tx, order, car, now))),
      isCalling: order.callPlaybackState === 'started',
    }
    const state = stateAfterNoShow(waiting, waitMinutes, now)
    const canceled = await saveOrder(
      tx,
      order,
      { ...(await cancellationBy(tx, actor, { reason: 'no_show', text: reason, now })), state },
      now,
    )
    const waitedSeconds = Math.floor((now.getTime() - arrivedAt.getTime()) / 1000)
    const data = { reason: 'no_show', text: reason, waited_s: waitedSeconds }
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'canceled', by: actor, data }])
    await notifyClient(tx, server.domainEvents, order, 'client_canceled', now)
    const { driverId } = order
    const events = canceledEvents(canceled, 'no_show')
    if (driverId !== null) {
      await releaseDriver(tx, server, { orderId: order.id, driverId, now, release: 'no_fault' })
      const isOwn = driverId === actor.userId
      events.push(isOwn ? driverReads(order.id, driverId) : driverLoses(order.id, driverId, 'dispatcher_canceled'))
    }
    await record(tx, events, now)
    return { orderId: order.id }
  })
}

/** The car is seen away from the pickup where it arrived. One that is not seen stands in a garage perhaps. */
async function hasDrivenOff(tx: Tx, order: OrderRecord, car: SeenCar, now: Date): Promise<boolean> {
  const radius = await companySetting(tx, order.createdByCompanyId, 'orders', 'arrival_radius_m')
  const [pickup] = await readPlaces(tx, order.id)
  return pickup !== undefined && judgeArrival(car, pickup, radius, now).doubt === 'far'
}

async function lockWaiting(tx: Tx, actor: Actor, orderId: OrderId): Promise<OrderRecord> {
  if (actor.kind !== 'driver') return lockOwnOrder(tx, actor.scope, orderId)
  const order = await lockDrivenOrder(tx, actor, orderId)
  requireCurrent(order)
  return order
}
