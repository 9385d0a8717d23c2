import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ClientPerson } from './client-person.store.ts'

/** Records the erasure for each company that had the client; when none did, for the platform's administrators. */
export async function recordErasure(
  tx: Tx,
  actor: Actor,
  { client, action, after }: { client: ClientPerson; action: 'erased' | 'erasure_stopped'; after: object },
  now: Date,
): Promise<void> {
  const companyIds = client.knownTo.length === 0 ? [null] : client.knownTo
  for (const companyId of companyIds) {
    const change = { entity: 'client', entityId: client.userId, companyId, action, before: null, after }
    await recordAudit(tx, actor, change, now)
  }
}
