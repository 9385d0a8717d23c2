import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

export interface ChangeRow {
  happenedAt: Date
  companyId: CompanyId | null
  userId: UserId | null
  userIp: string | null
  entity: string
  entityId: number
  action: string
  before: object
  after: object
}

export async function insertChange(tx: Tx, change: ChangeRow): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      happened_at: change.happenedAt,
      company_id: change.companyId,
      user_id: change.userId,
      user_ip: change.userIp,
      entity: change.entity,
      entity_id: change.entityId,
      action: change.action,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    })
    .execute()
}

export async function insertChanges(tx: Tx, changes: readonly ChangeRow[]): Promise<void> {
  if (changes.length === 0) return
  const lines = changes.map(({ entityId, after }) => ({ entity_id: entityId, after }))
  const [{ happenedAt, companyId, userId, userIp, entity, action }] = changes as [ChangeRow]
  await sql`
    insert into audit_log (happened_at, company_id, user_id, user_ip, entity, entity_id, action, before, after)
    select ${happenedAt}::timestamptz, ${companyId}::bigint, ${userId}::bigint, ${userIp}::text, ${entity}::text, entity_id,
      ${action}::text, '{}', after
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line(entity_id bigint, after jsonb)
  `.execute(tx)
}
