import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { checkVersion } from '../edit/check-edit.ts'
import { changedEvents, driverReads } from '../order-events.ts'
import { addHistory } from '../order-history.store.ts'
import { lockPlacedOrDrivenOrder, saveOrder } from '../orders.store.ts'
import { requireFareOf } from './check-fare.ts'

/**
 * Confirms the fare sent by a driver; the ledger settles it in the same transaction. Idempotent. The affected ledger is that of the
 * driver's company, so the partner confirms the fare of an order that it drove.
 */
export async function confirmFare(
  server: Server,
  actor: Actor,
  { orderId, version }: { orderId: OrderId; version: ReadVersion },
  reason: string | null,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockPlacedOrDrivenOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    if (order.state !== 'finished') throw new DomainError('order.wrong_state', { move: 'finish', state: order.state })
    requireFareOf(order, actor)
    const { fareDoubt, driverId } = order
    if (fareDoubt === null) return { orderId: order.id }
    checkVersion(order, version)
    const saved = await saveOrder(tx, order, { fareDoubt: null }, now)
    await server.domainEvents.emit(tx, 'order.fare_set', { orderId: order.id, now, by: actor.userId, reason })
    // The audit entry belongs to the company whose ledger changes; the other one reads it in the order's history.
    const companyId = order.processedByCompanyId ?? order.createdByCompanyId
    const about = { entity: 'order', entityId: order.id, companyId, action: 'changed' }
    const after = { fare_doubt: null, ...(reason === null ? {} : { reason }) }
    await recordAudit(tx, actor, { ...about, before: { fare_doubt: fareDoubt }, after }, now)
    const data = {
      fare_doubt: fareDoubt,
      company_id: companyId,
      ...(order.costBani === null ? {} : { cost: order.costBani / 100 }),
      reason,
    }
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'fare_confirmed', by: actor, data }])
    await record(tx, [...changedEvents(saved), ...(driverId === null ? [] : [driverReads(order.id, driverId)])], now)
    return { orderId: order.id }
  })
}
