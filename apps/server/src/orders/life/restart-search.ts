import type { NewPlace } from '@dispecerat/contract/orders/order-shapes'
import type { Tx } from '../../platform/db/database.ts'
import type { LogEvent } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { changedEvents, driverReads } from '../order-events.ts'
import type { OrderRecord } from '../order-record.ts'
import { restartWatch } from '../watch/car-watches.store.ts'
import { endReplacement } from '../watch/replacement.ts'

/** True when the coordinates of place A have changed; the search does not use its name. */
export function pickupMoved(before: readonly NewPlace[], after: readonly NewPlace[]): boolean {
  return before[0]?.lat !== after[0]?.lat || before[0]?.long !== after[0]?.long
}

/** Follows up an edit: a running search, a list or the watch of a car is restarted when necessary, and a driver on the way is notified. */
export async function afterEdit(
  tx: Tx,
  server: Server,
  edit: { order: OrderRecord; mustRestart: boolean; now: Date },
): Promise<LogEvent[]> {
  const { order, mustRestart, now } = edit
  if (mustRestart && order.state === 'created') {
    await server.domainEvents.emit(tx, 'order.search_wanted', { orderId: order.id, now })
  }
  if (mustRestart && order.state === 'pending' && order.inPendingQueue) {
    await server.domainEvents.emit(tx, 'order.queue_wanted', { orderId: order.id, now })
  }
  if (mustRestart && order.state === 'assigned') {
    await endReplacement(tx, server.domainEvents, { order, because: 'edited', now })
    await restartWatch(tx, order.id, now)
  }
  const driverId = order.state === 'assigned' ? order.driverId : null
  return [...changedEvents(order), ...(driverId === null ? [] : [driverReads(order.id, driverId)])]
}
