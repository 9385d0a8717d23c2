import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { withDriverLast, withoutDriver } from '../life/driver-ids.ts'
import type { DrivenOrder } from '../life/lock-driven-order.ts'
import { releaseDriver } from '../life/release-driver.ts'
import { AS_IF_NEW, retriedEvents } from '../life/retry-order.ts'
import { driverLoses } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveOrder } from '../orders.store.ts'

/**
 * Another driver accepts a locked order whose car does not come: its driver loses it, is free, and gets no further offers for it. Returns the
 * order without a driver, and the events.
 */
export async function replaceDriver(
  tx: Tx,
  server: Server,
  actor: Actor,
  { order, toDriver, now }: { order: DrivenOrder; toDriver: DriverId; now: Date },
): Promise<{ order: OrderRecord; events: LogEvent[] }> {
  const { id: orderId, driverId, carIndicativ } = order
  const changes = {
    ...AS_IF_NEW,
    state: stateAfter(order, 'replace'),
    customDriverIds: withoutDriver(order.customDriverIds, driverId),
    excludedDriverIds: withDriverLast(order.excludedDriverIds, driverId),
  }
  const freed = await saveOrder(tx, order, changes, now)
  const data = { driver_id: driverId, indicativ: carIndicativ, to_driver_id: toDriver }
  await addHistory(tx, [{ orderId, at: now, type: 'replaced', by: actor, data }])
  await releaseDriver(tx, server, { orderId, driverId, now, release: 'ended' })
  return {
    order: freed,
    events: [...retriedEvents(order, freed), driverLoses(orderId, driverId, 'no_longer_available')],
  }
}
