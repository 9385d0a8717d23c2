import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { ReadVersion } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { updateClient } from '../clients/clients.public.ts'
import { afterEdit } from '../life/restart-search.ts'
import { addHistory } from '../order-history.store.ts'
import type { OrderChanges } from '../order-record.ts'
import { lockOwnOrder, saveOrder } from '../orders.store.ts'
import { checkFields, checkVersion } from './check-edit.ts'

/** Saves name and notes on the order and in the company's record of the client; allowed in every state. */
export async function updateName(
  server: Server,
  actor: Actor,
  { orderId, version }: { orderId: OrderId; version: ReadVersion },
  { name, about }: { name?: string | null; about?: string | null },
): Promise<{ orderId: OrderId }> {
  return write(server, actor, async (tx) => {
    const order = await lockOwnOrder(tx, actor.scope, orderId)
    checkVersion(order, version)
    const isAccount = actor.kind === 'company'
    if (isAccount) checkFields(order, actor, ['name', 'about_client'])
    const now = server.clock.now()
    const changes: OrderChanges = {
      ...(name === undefined ? {} : { name, clientName: name }),
      ...(about === undefined ? {} : { aboutClient: about }),
    }
    const saved = await saveOrder(tx, order, changes, now)
    const { clientId, createdByCompanyId: companyId } = order
    if (clientId !== null && !isAccount) await updateClient(tx, { companyId, clientId }, { name, about })
    const fields = [...(name === undefined ? [] : ['name']), ...(about === undefined ? [] : ['about_client'])]
    await addHistory(tx, [{ orderId: order.id, at: now, type: 'edited', by: actor, data: { fields } }])
    const events = await afterEdit(tx, server, { order: saved, mustRestart: false, now })
    await record(tx, events, now)
    return { orderId: order.id }
  })
}
