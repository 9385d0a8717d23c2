import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { checkFields, checkVersion } from '../edit/check-edit.ts'
import { orderingAccount } from '../fare/protocol-account.store.ts'
import { afterEdit, pickupMoved } from '../life/restart-search.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderRecord } from '../order-record.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'
import { type PlaceRecord, readPlaces } from './order-places.store.ts'

type Change = (tx: Tx, order: OrderRecord, places: readonly PlaceRecord[]) => Promise<void>

/** Common steps of every change to an order's addresses: lock, version check, events, and a new search if the pickup moved. */
export async function changePlaces(
  server: Server,
  actor: Actor,
  { orderId, version }: { orderId: OrderId; version: ReadVersion },
  change: Change,
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    const now = server.clock.now()
    checkVersion(order, version)
    checkFields(order, actor, ['places'])
    const account = await orderingAccount(tx, actor, order.createdByCompanyId)

    const before = await readPlaces(tx, order.id)
    await change(tx, order, before)
    const after = await readPlaces(tx, order.id)
    if (account?.pickup && pickupMoved(before, after)) throw new DomainError('order.field_locked', { field: 'places' })
    const saved = await saveOrder(tx, order, { address: after[0]?.name ?? null }, now)
    const mustRestart = pickupMoved(before, after)
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'edited', by: actor, data: { fields: ['places'] } }])
    const events = await afterEdit(tx, server, { order: saved, mustRestart, now })
    await record(tx, events, now)
    return { orderId: order.id }
  })
}
