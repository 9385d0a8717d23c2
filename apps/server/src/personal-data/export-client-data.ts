import { recordChange } from '../audit/audit.public.ts'
import type { Caller } from '../db/caller.ts'
import type { Server } from '../server.ts'
import { type ClientData, clientData } from './client-data.views.ts'
import { type ClientPerson, whoseOf } from './client-person.store.ts'
import { requireClient } from './erase-client.ts'

/** All that the caller's companies keep of a client; that it was taken is written down. Throws user.unknown, user.not_yours_to_edit. */
export async function exportClientData(
  server: Server,
  caller: Caller,
  { clientId, format }: { clientId: number; format: string },
): Promise<{ client: ClientPerson; data: ClientData }> {
  const client = await requireClient(server.db, caller.scope, clientId)
  const data = await clientData(server.db, whoseOf(client, caller.scope))
  const told = { entity: 'user', entityId: clientId, companyId: client.knownTo[0] ?? null, action: 'exported' }
  await server.db
    .transaction()
    .execute((tx) => recordChange(tx, caller, { ...told, before: null, after: { format } }, server.clock.now()))
  return { client, data }
}
