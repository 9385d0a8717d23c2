import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { stateAfter } from '@dispecerat/domain/orders/order'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { driversWhoMayDrive } from '../create/order-placing.store.ts'
import { requireCredit } from '../fare/account-credit.ts'
import { checkOwner } from '../life/check-owner.ts'
import { AS_IF_NEW, retriedEvents } from '../life/retry-order.ts'
import { addHistory, type NewHistory } from '../order-history.store.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'

/**
 * Starts a new walk in which the named drivers get the first offers, or the only ones with `onlyNamed`. A pending or canceled order is
 * searched again under the rules of a retry.
 */
export async function notifyDrivers(
  server: Server,
  actor: Actor,
  orderId: OrderId,
  { driverIds, onlyNamed }: { driverIds: readonly DriverId[]; onlyNamed: boolean },
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    const isRetry = order.state !== 'created'
    const state = isRetry ? stateAfter(order, 'retry') : order.state
    if (isRetry) checkOwner(order, actor)
    if (order.state === 'canceled') await requireCredit(tx, order)
    const named = [...new Set(driverIds)]
    const known = await driversWhoMayDrive(tx, order, named)
    if (known.length < named.length) throw new DomainError('driver.unknown')

    const excludedDriverIds = order.excludedDriverIds.filter((id) => !named.includes(id))
    const input = { customDriverIds: named, onlyCustom: onlyNamed, excludedDriverIds }
    const saved = await saveOrder(tx, order, isRetry ? { ...AS_IF_NEW, ...input, state } : input, now)
    const data = { fields: ['custom_driver_ids'], driver_ids: named, only_custom: onlyNamed }
    const lines: NewHistory[] = [{ orderId: order.id, at: now, type: 'edited', by: actor, data }]
    if (isRetry) lines.push({ orderId: order.id, at: now, type: 'retried', by: actor })
    await addHistory(tx, lines)
    await server.domainEvents.emit(tx, 'order.search_wanted', { orderId: order.id, now })
    await record(tx, retriedEvents(order, saved), now)
    return { orderId: order.id }
  })
}
