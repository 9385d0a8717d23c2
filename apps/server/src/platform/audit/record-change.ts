import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { insertChange } from './audit.store.ts'
import { differingFields } from './differing-fields.ts'

export interface RowChange {
  /** 'user', 'car', 'device' …; one name per kind of row. */
  entity: string
  entityId: number
  /** The company whose administrators may read it; null: the platform's only. */
  companyId: CompanyId | null
  /** 'created', 'changed', 'deleted', 'restored', or another action. */
  action: string
  before: object | null
  after: object | null
}

/**
 * Records the author of a change in the transaction that makes it: only fields that differ, never passwords or secrets. A 'changed' without
 * differences is not recorded.
 */
export async function recordAudit(
  tx: Tx,
  actor: Pick<Actor, 'userId' | 'ip'>,
  change: RowChange,
  now: Date,
): Promise<void> {
  const { before, after } = differingFields(change.before, change.after)
  if (change.action === 'changed' && Object.keys(before).length + Object.keys(after).length === 0) return
  await insertChange(tx, {
    happenedAt: now,
    companyId: change.companyId,
    userId: actor.userId,
    userIp: actor.ip ?? null,
    entity: change.entity,
    entityId: change.entityId,
    action: change.action,
    before,
    after,
  })
}
