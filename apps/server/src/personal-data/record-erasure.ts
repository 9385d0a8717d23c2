import { recordAudit } from '../audit/audit.public.ts'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import type { ClientPerson } from './client-person.store.ts'

/** Each company's administrators may read that it happened; the platform's too, where no company knew the client. */
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
