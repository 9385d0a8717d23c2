import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type AddressRecord, setDeleted } from './saved-addresses.store.ts'

/** Deletes or restores a locked address and records it in the audit log; idempotent, with one entry. */
export async function markAddress(
  tx: Tx,
  actor: Actor,
  address: AddressRecord,
  action: 'deleted' | 'restored',
  now: Date,
): Promise<void> {
  const isGone = action === 'deleted'
  if (address.isDeleted === isGone) return
  const { id, companyId } = address
  await setDeleted(tx, id, isGone ? now : null)
  const [before, after] = isGone ? [auditFields(address), null] : [null, auditFields(address)]
  await recordAudit(tx, actor, { entity: 'saved_address', entityId: id, companyId, action, before, after }, now)
}

function auditFields({ name, lat, long, comment, bloc, scara, reper }: AddressRecord): object {
  return { name, lat, long, comment, bloc, scara, reper }
}
