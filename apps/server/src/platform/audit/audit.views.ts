import type { Change } from '@dispecerat/contract/office/changes'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Db } from '../db/database.ts'
import { namedValue, rowName } from './names-in-journal.store.ts'

export interface ChangeFilter {
  userId?: UserId | undefined
  /** [from, to) */
  from?: Date | undefined
  to?: Date | undefined
  entity?: string | undefined
  entityId?: number | undefined
  companyId?: CompanyId | undefined
}

interface Row {
  id: number
  happened_at: Date
  entity: string
  entity_id: number
  entity_name: string | null
  action: string
  user_id: UserId | null
  user_name: string | null
  fields: Change['fields']
}

/**
 * A client who deletes an own address may have an account at another company, whose name this company must not read: the name on the
 * client's card is shown instead.
 */
const ACTOR_NAME = sql`case when log.entity = 'saved_address'
    and exists (select from saved_addresses own where own.id = log.entity_id and own.user_id = log.user_id)
  then (select known.name from company_clients known where known.company_id = log.company_id and known.user_id = log.user_id)
  else users.name end`

/** Changes of the scope's companies, newest first. */
export async function changesPage(
  db: Db,
  scope: Scope,
  filter: ChangeFilter,
  { before, perPage }: { before: number | undefined; perPage: number },
): Promise<{ data: Change[]; has_more: boolean }> {
  const { rows } = await sql<Row>`
    select log.id, log.happened_at, log.entity, log.entity_id, ${rowName} as entity_name, log.action, log.user_id,
      ${ACTOR_NAME} as user_name, (
        select coalesce(jsonb_agg(to_jsonb(named) order by named.field), '[]') from (${namedFields(scope)}) as named
      ) as fields
    from audit_log as log left join users on users.id = log.user_id
    where ${matching(scope, filter)}
      ${before === undefined ? sql`` : sql`and log.id < ${before}`}
    order by log.id desc limit ${perPage + 1}
  `.execute(db)
  return { data: rows.slice(0, perPage).map(asChange), has_more: rows.length > perPage }
}

function asChange({ happened_at, user_id, user_name, ...row }: Row): Change {
  return {
    ...row,
    happened_at: toWireTime(happened_at),
    user: user_id === null ? null : { id: user_id, name: user_name },
  }
}

/** The changed fields of the row `log`, before and after, with names for ids. */
function namedFields(scope: Scope): RawBuilder<unknown> {
  return sql`
    select changed.field, ${namedValue(scope, sql`(log.before -> changed.field)`)} as before,
      ${namedValue(scope, sql`(log.after -> changed.field)`)} as after
    from (select field, lower(regexp_replace(field, '([A-Z])', '_\\1', 'g')) as wire from (
      select jsonb_object_keys(log.before) as field union select jsonb_object_keys(log.after)) as both_sides) as changed`
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
  user_id: UserId | null
  user_name: string | null
  entity: string
  entity_id: number
  entity_name: string | null
  action: string
  field: string | null
  before: unknown
  after: unknown
}

/** One row per changed field, newest change first; a change without fields has one row. */
export function changedFields(scope: Scope, filter: ChangeFilter): RawBuilder<ChangedField> {
  return sql<ChangedField>`
    select log.happened_at, log.user_id, ${ACTOR_NAME} as user_name, log.entity, log.entity_id, ${rowName} as entity_name,
      log.action, named.field, named.before, named.after
    from audit_log as log left join users on users.id = log.user_id
    left join lateral (${namedFields(scope)}) as named on true
    where ${matching(scope, filter)}
    order by log.id desc, named.field
  `
}
