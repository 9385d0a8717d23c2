import type { Release } from '@dispecerat/domain/fleet/reserved-place'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { holdDriver } from '../../fleet/fleet.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changedEvents, driverReads } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { lockNextOrder, nextBecomesCurrent } from './next-orders.store.ts'

export interface LostOrder {
  orderId: OrderId
  driverId: DriverId
  release: Release
  /** Of a driver who gives it back: the order was accepted, and not given by a dispatcher. */
  hadOffer?: boolean
  now: Date
}

/**
 * Releases the driver of a locked order that was saved as closed, or without the driver: the order queued behind it becomes the current
 * one. That order is locked before the driver, as everywhere; one accepted in between is read while the driver's row is locked.
 */
export async function releaseDriver(
  tx: Tx,
  server: Server,
  { orderId, driverId, release, hadOffer = false, now }: LostOrder,
): Promise<void> {
  await lockNextOrder(tx, driverId)
  await holdDriver(tx, driverId)
  const current = await nextBecomesCurrent(tx, driverId, now)
  if (current) {
    await addHistory(tx, [
      { orderId: current.id, at: now, type: 'became_current', by: SYSTEM, data: { driver_id: driverId } },
    ])
    await record(tx, [...changedEvents(current), driverReads(current.id, driverId)], now)
  }
  await server.domainEvents.emit(tx, 'order.driver_released', { orderId, driverId, now, release, hadOffer })
}
