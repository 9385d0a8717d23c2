import type { DriverId } from '@dispecerat/domain/kernel/ids'
import { stateWithoutDriver } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { withDriverLast, withoutDriver } from '../life/driver-ids.ts'
import { releaseDriver } from '../life/release-driver.ts'
import { WITHOUT_DRIVER } from '../life/retry-order.ts'
import { driverLoses } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { saveOrder } from '../orders.store.ts'

export interface Taken {
  /** The order without its driver, who gets no further offers for it. */
  order: OrderRecord
  events: LogEvent[]
}

/**
 * A dispatcher takes a locked order from its driver before the trip has started. The driver is free at once, and is not at fault. An order
 * whose search is not due yet goes back to its schedule.
 */
export async function takeFromDriver(
  tx: Tx,
  server: Server,
  actor: Actor,
  { order, reason, now }: { order: OrderRecord & { driverId: DriverId }; reason: string | null; now: Date },
): Promise<Taken> {
  const { driverId } = order
  const taken = await saveOrder(
    tx,
    order,
    {
      ...WITHOUT_DRIVER,
      state: stateWithoutDriver(order, 'takeBack', now),
      // A search that begins with this driver would wait half a minute for nobody.
      customDriverIds: withoutDriver(order.customDriverIds, driverId),
      excludedDriverIds: withDriverLast(order.excludedDriverIds, driverId),
    },
    now,
  )
  const data = {
    driver_id: driverId,
    indicativ: order.carIndicativ,
    ...(reason === null ? {} : { reason }),
    ...(taken.state === 'pending' ? { state: taken.state } : {}),
  }
  await addHistory(tx, [{ orderId: order.id, at: now, type: 'taken_back', by: actor, data }])
  await releaseDriver(tx, server, { orderId: order.id, driverId, now, release: 'no_fault' })
  return { order: taken, events: [driverLoses(order.id, driverId, 'dispatcher_canceled')] }
}

/** The order with its driver, when it has one now; a canceled order keeps the one it had. */
export function drivenNow(order: OrderRecord): (OrderRecord & { driverId: DriverId }) | null {
  const { state, driverId } = order
  return state === 'assigned' && driverId !== null ? { ...order, driverId } : null
}
