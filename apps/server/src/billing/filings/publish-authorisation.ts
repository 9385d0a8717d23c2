import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { companySettingsChanged } from '../../identity/companies/companies.public.ts'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'

const recordChange = audited({ entity: 'efactura_authorisation', listEvent: companySettingsChanged })

/** Records the change in the audit log and notifies the company's consoles. Called last in a transaction. */
export async function publishAuthorisation(
  tx: Tx,
  actor: Actor,
  { companyId, state }: { companyId: CompanyId; state: 'active' | 'revoked' | 'refused' | 'none' },
  now: Date,
): Promise<void> {
  const action = state === 'none' ? 'deleted' : 'changed'
  await recordChange(tx, actor, { id: companyId, companyId, action, after: { state } }, now)
}
