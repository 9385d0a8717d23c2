import type { Change } from '@dispecerat/contract/changes'
import { toWireTime } from '@dispecerat/domain/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db } from '../db/database.ts'

export interface ChangeFilter {
  userId?: number | undefined
  /** [from, to) */
  from?: Date | undefined
  to?: Date | undefined
  entity?: string | undefined
  entityId?: number | undefined
  companyId?: number | undefined
}

interface Row {
  id: number
  happened_at: Date
  entity: string
  entity_id: number
  action: string
  user_id: number | null
  user_name: string | null
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** Changes of the scope's companies, newest first. */
export async function changesPage(
  db: Db,
  scope: Scope,
  filter: ChangeFilter,
  { before, perPage }: { before: number | undefined; perPage: number },
): Promise<{ data: Change[]; has_more: boolean }> {
  const { rows } = await sql<Row>`
    select log.id, log.happened_at, log.entity, log.entity_id, log.action, log.user_id, users.name as user_name,
      log.before, log.after
    from audit_log as log left join users on users.id = log.user_id
    where ${matching(scope, filter)}
      ${before === undefined ? sql`` : sql`and log.id < ${before}`}
    order by log.id desc limit ${perPage + 1}
  `.execute(db)
  return { data: rows.slice(0, perPage).map(asChange), has_more: rows.length > perPage }
}

function asChange(row: Row): Change {
  const fields = [...new Set([...Object.keys(row.before), ...Object.keys(row.after)])]
  return {
    id: row.id,
    happened_at: toWireTime(row.happened_at),
    entity: row.entity,
    entity_id: row.entity_id,
    action: row.action,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
    fields: fields.map((field) => ({ field, before: row.before[field] ?? null, after: row.after[field] ?? null })),
  }
}

function matching({ companies: mine }: Scope, filter: ChangeFilter): RawBuilder<boolean> {
  const { entity, entityId, companyId, userId, from, to } = filter
  const companies = mine === 'every' ? null : [...mine]
  return sql<boolean>`(${companies}::bigint[] is null or log.company_id = any(${companies}::bigint[]))
    ${companyId === undefined ? sql`` : sql`and log.company_id = ${companyId}`}
    ${entity === undefined ? sql`` : sql`and log.entity = ${entity}`}
    ${entityId === undefined ? sql`` : sql`and log.entity_id = ${entityId}`}
    ${userId === undefined ? sql`` : sql`and log.user_id = ${userId}`}
    ${from === undefined ? sql`` : sql`and log.happened_at >= ${from}`}
    ${to === undefined ? sql`` : sql`and log.happened_at < ${to}`}`
}

export type ChangedField = {
  happened_at: Date
  user_id: number | null
  user_name: string | null
  entity: string
  entity_id: number
  action: string
  field: string | null
  before: unknown
  after: unknown
}

/** A row for each field that changed, newest change first; a change without fields has one row. */
export function changedFields(scope: Scope, filter: ChangeFilter): RawBuilder<ChangedField> {
  return sql<ChangedField>`
    select log.happened_at, log.user_id, users.name as user_name, log.entity, log.entity_id, log.action, changed.field,
      log.before -> changed.field as before, log.after -> changed.field as after
    from audit_log as log left join users on users.id = log.user_id
    left join lateral (
      select distinct field from (select jsonb_object_keys(log.before) as field
        union select jsonb_object_keys(log.after)) as both_sides order by field) as changed on true
    where ${matching(scope, filter)}
    order by log.id desc, changed.field
  `
}
