import { stateWithoutDriver } from '@dispecerat/domain/orders/order'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { withDriverLast, withoutDriver } from '../life/driver-ids.ts'
import type { DrivenOrder } from '../life/lock-driven-order.ts'
import { releaseDriver } from '../life/release-driver.ts'
import { retriedEvents, WITHOUT_DRIVER } from '../life/retry-order.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { driverLoses, warning } from '../order-events.ts'
import { addHistory, type NewHistory } from '../order-history.store.ts'
import { saveOrder } from '../orders.store.ts'

/**
 * Starts a new search, without the driver, for a locked order that its driver gives back before the trip. The client and the dispatchers are
 * notified; nobody has to call the client unless the new search ends without a driver too. An order whose search is not due yet goes back
 * to its schedule instead; its client hears of the next driver.
 */
export async function searchAgain(
  tx: Tx,
  server: Server,
  { order, line, now }: { order: DrivenOrder; line: Pick<NewHistory, 'by' | 'data'>; now: Date },
): Promise<void> {
  const { driverId } = order
  const changes = {
    ...WITHOUT_DRIVER,
    state: stateWithoutDriver(order, 'giveBack', now),
    // A search that begins with this driver would wait half a minute for nobody.
    customDriverIds: withoutDriver(order.customDriverIds, driverId),
    canceledByDriverIds: withDriverLast(order.canceledByDriverIds, driverId),
  }
  const scheduled = changes.state === 'pending' ? { state: changes.state } : {}
  const searched = await saveOrder(tx, order, changes, now)
  await addHistory(tx, [
    { orderId: order.id, at: now, type: 'returned', by: line.by, data: { ...line.data, ...scheduled } },
  ])
  await releaseDriver(tx, server, {
    orderId: order.id,
    driverId,
    now,
    release: 'given_back',
    hadOffer: !order.manuallyAssigned,
  })
  if (searched.state === 'created') {
    await server.domainEvents.emit(tx, 'order.search_wanted', { orderId: order.id, now })
    await notifyClient(tx, server.domainEvents, order, 'client_searching', now)
  }
  const events = [
    ...retriedEvents(order, searched),
    driverLoses(order.id, driverId, 'no_longer_available'),
    warning(searched, 'returned', order.carIndicativ),
  ]
  await record(tx, events, now)
}
