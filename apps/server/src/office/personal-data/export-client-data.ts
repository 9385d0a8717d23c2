// Apart from personal-data.routes.ts: a use case.

import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type ClientData, clientData } from './client-data.views.ts'
import { type ClientPerson, requireClient, whoseOf } from './client-person.store.ts'

/** All data that the actor's companies have of a client; the export is recorded in the audit log. Throws user.unknown. */
export async function exportClientData(
  server: Server,
  actor: Actor,
  { clientId, format }: { clientId: UserId; format: string },
): Promise<{ client: ClientPerson; data: ClientData }> {
  const client = await requireClient(server.db, actor.scope, clientId)
  const data = await clientData(server.db, whoseOf(client, actor.scope))
  const companyIds = client.knownTo.length === 0 ? [null] : client.knownTo
  const now = server.clock.now()
  await server.db.transaction().execute(async (tx) => {
    for (const companyId of companyIds) {
      const entry = { entity: 'client', entityId: clientId, companyId, action: 'exported' }
      await recordAudit(tx, actor, { ...entry, before: null, after: { format } }, now)
    }
  })
  return { client, data }
}
