import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'

/** Records the change in the audit log and notifies the company's consoles. Called last in a transaction. */
export async function publishAuthorisation(
  tx: Tx,
  actor: Actor,
  { companyId, state }: { companyId: number; state: 'active' | 'revoked' | 'refused' | 'none' },
  now: Date,
): Promise<void> {
  const about = { entity: 'efactura_authorisation', entityId: companyId, companyId }
  const action = state === 'none' ? 'deleted' : 'changed'
  await recordAudit(tx, actor, { ...about, action, before: null, after: { state } }, now)
  await record(
    tx,
    [{ event: 'company_settings_changed', toCompanies: [companyId], data: { company_id: companyId } }],
    now,
  )
}
