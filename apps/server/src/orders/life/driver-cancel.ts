import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { orderCan, stateAfter } from '@dispecerat/domain/orders/order'
import { companySetting } from '../../identity/companies/companies.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { notifyClient } from '../notify/notify-client.ts'
import { canceledEvents, driverReads } from '../order-events.ts'
import { addHistory, type NewHistory } from '../order-history.store.ts'
import { cancellationBy, saveOrder } from '../orders.store.ts'
import { searchAgain } from '../pickup/search-again.ts'
import { endReplacement, searchReleased } from '../watch/replacement.ts'
import { withDriverLast } from './driver-ids.ts'
import { isPhoneOrder } from './found-nobody.ts'
import { type DrivenOrder, lockDrivenOrder } from './lock-driven-order.ts'
import { releaseDriver } from './release-driver.ts'

/**
 * The driver gives the order back and gets no further offers for it. Before the trip another driver is searched at once, where the company
 * wants it; otherwise the order is canceled.
 */
export async function driverCancel(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  reason: string,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockDrivenOrder(tx, actor, orderId)
    const now = server.clock.now()
    await endReplacement(tx, server.domainEvents, {
      order,
      because: 'released',
      now,
      over: searchReleased(order.driverId),
    })
    const mayGiveBack = orderCan(order, 'giveBack')
    if (mayGiveBack && (await companySetting(tx, order.createdByCompanyId, 'search', 'search_after_return'))) {
      const data = { driver_id: order.driverId, indicativ: order.carIndicativ, text: reason }
      await searchAgain(tx, server, { order, line: { by: actor, data }, now })
    } else await cancelByDriver(tx, server, actor, { order, reason, now })
    return { orderId: order.id }
  })
}

/** Cancels the locked order and marks its caller for a call back. */
async function cancelByDriver(
  tx: Tx,
  server: Server,
  actor: Actor,
  { order, reason, now }: { order: DrivenOrder; reason: string; now: Date },
): Promise<void> {
  const { driverId } = order
  const mustPhone = isPhoneOrder(order) && !order.alwaysInCall
  const text = `${driverId}~${reason}`
  const canceled = await saveOrder(
    tx,
    order,
    {
      ...(await cancellationBy(tx, actor, { reason: 'driver_canceled', text, now })),
      state: stateAfter(order, 'cancel'),
      canceledByDriverIds: withDriverLast(order.canceledByDriverIds, driverId),
      alwaysInCall: order.alwaysInCall || mustPhone,
    },
    now,
  )
  const lines: NewHistory[] = [
    { orderId: order.id, at: now, type: 'canceled', by: actor, data: { reason: 'driver_canceled', text } },
  ]
  if (mustPhone) lines.push({ orderId: order.id, at: now, type: 'always_in_call_set', by: actor })
  await addHistory(tx, lines)
  await releaseDriver(tx, server, {
    orderId: order.id,
    driverId,
    now,
    release: 'given_back',
    hadOffer: !order.manuallyAssigned,
  })
  await notifyClient(tx, server.domainEvents, order, 'client_canceled', now)
  await record(tx, [...canceledEvents(canceled, 'driver_canceled'), driverReads(order.id, driverId)], now)
}
