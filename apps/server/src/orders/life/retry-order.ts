import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { checkPlaced } from '../create/check-placed.ts'
import { requireCredit } from '../fare/account-credit.ts'
import { changedEvents, orderAudience } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderChanges, OrderRecord } from '../order-record.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'
import { checkOwner } from './check-owner.ts'

/**
 * Resets an order as if it had never been assigned; drivers who gave it back stay in canceledByDriverIds and get no further offers. A
 * scheduled order keeps its start.
 */
export const WITHOUT_DRIVER = {
  tripState: null,
  isNextOrder: false,
  driverId: null,
  carId: null,
  carIndicativ: null,
  processedByCompanyId: null,
  assignedAt: null,
  arrivedAt: null,
  arrivalDoubt: null,
  arrivalMetres: null,
  tripStartedAt: null,
  waitingDriverTime: null,
  manuallyAssigned: false,
  replacementSince: null,
  inPendingQueue: false,
  pendingSince: null,
  canceledAt: null,
  cancellationReasonType: null,
  cancellationReasonText: null,
  cancelledBy: null,
  cancelledByUserId: null,
  cancelledByIdentifier: null,
} as const satisfies OrderChanges

/** The same for an order that is searched for from now on, scheduled or not. */
export const AS_IF_NEW = { ...WITHOUT_DRIVER, startAt: null, leadSource: null } as const satisfies OrderChanges

/** Starts a new search for a canceled or pending order. */
export async function retryOrder(server: Server, actor: Actor, orderId: OrderId): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    const state = stateAfter(order, 'retry')
    checkOwner(order, actor)
    checkPlaced(order)
    if (order.state === 'canceled') await requireCredit(tx, order)
    const retried = await saveOrder(tx, order, { ...AS_IF_NEW, state }, now)
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'retried', by: actor }])
    await server.domainEvents.emit(tx, 'order.search_wanted', { orderId: order.id, now })
    await record(tx, retriedEvents(order, retried), now)
    return { orderId: order.id }
  })
}

/** Removes the row from a partner whose driver had the order. */
export function retriedEvents(before: OrderRecord, order: OrderRecord): LogEvent[] {
  const own = orderAudience(order)
  const left = orderAudience(before).filter((companyId) => !own.includes(companyId))
  const gone: LogEvent = {
    event: 'remove_live_order',
    toCompanies: left,
    data: { order_id: order.id, state: order.state },
  }
  // Must be first, because a partner that is offered the order again gets the row back with the next event.
  return [...(left.length > 0 ? [gone] : []), ...changedEvents(order)]
}
