import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import { driverWithCar } from '../../fleet/fleet.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { checkPlaced } from '../create/check-placed.ts'
import { costOrEstimate } from '../fare/cost-or-estimate.ts'
import { changedEvents } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'

/** Records a trip arranged by radio: assigned and finished in one transaction, with the history and events of both steps. */
export async function setDriverAndFinish(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  driverId: DriverId,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    const state = stateAfter(order, 'setDriver')
    checkPlaced(order)
    const driver = await driverWithCar(tx, driverId, actor.scope)
    const costBani = costOrEstimate(order)
    const finished = await saveOrder(
      tx,
      order,
      {
        state,
        driverId: driver.driverId,
        carId: driver.carId,
        carIndicativ: driver.indicativ,
        processedByCompanyId: driver.companyId,
        manuallyAssigned: true,
        assignedAt: now,
        arrivedAt: null,
        arrivalDoubt: null,
        arrivalMetres: null,
        tripFinishedAt: now,
        costBani,
        inPendingQueue: false,
        pendingSince: null,
        alwaysInCall: false,
        canceledAt: null,
        cancellationReasonType: null,
        cancellationReasonText: null,
        cancelledBy: null,
        cancelledByUserId: null,
        cancelledByIdentifier: null,
      },
      now,
    )
    await addHistory(tx, [
      {
        orderId: order.id,
        at: now,
        type: 'manually_assigned',
        by: actor,
        data: { driver_id: driver.driverId, indicativ: driver.indicativ },
      },
      {
        orderId: order.id,
        at: now,
        type: 'finished',
        by: actor,
        ...(costBani === null ? {} : { data: { cost: costBani / 100 } }),
      },
    ])
    await server.domainEvents.emit(tx, 'order.search_over', { orderId: order.id, now, because: 'assigned' })
    await server.domainEvents.emit(tx, 'order.fare_set', { orderId: order.id, now, by: actor.userId })
    const assigned = changedEvents({ ...finished, state: 'assigned', tripState: 'waiting_driver' })
    await record(tx, [...assigned, ...changedEvents(finished)], now)
    return { orderId: order.id }
  })
}
