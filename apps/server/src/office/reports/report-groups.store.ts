import type { ReportGroup } from '@dispecerat/contract/office/reports'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

/** Grouping key of a row of totals (alias s), as the short stored type: hundreds of thousands of rows are sorted by it. */
export function keyOf(group: ReportGroup): RawBuilder<unknown> {
  switch (group) {
    case 'day':
      return sql`s.day`
    case 'month':
      return sql`date_trunc('month', s.day)::date`
    case 'company':
      return sql`s.company_id`
    case 'reason':
      return sql`s.reason`
    case 'ended_by':
      return sql`s.ended_by`
    case 'hour':
      return sql`s.hour`
    case 'interval':
      return sql`s.interval_id`
    default:
      return sql`s.person_id`
  }
}

/** The key as the text id of its row. */
export function idOfKey(group: ReportGroup): RawBuilder<string> {
  if (group === 'day') return sql`to_char(key, 'YYYY-MM-DD')`
  if (group === 'month') return sql`to_char(key, 'YYYY-MM')`
  if (group === 'hour') return sql`to_char(key, 'FM00')`
  if (group === 'ended_by') return sql`coalesce(nullif(key, ''), 'unknown')`
  return group === 'reason' ? sql`key` : sql`coalesce(key, 0)::text`
}

/** Name of a key (or of its text): a person's call sign and name, a company's or an interval's name; null for groupings without names. */
export function nameOfKey(group: ReportGroup): RawBuilder<string | null> {
  switch (group) {
    case 'dispatcher':
    case 'account':
      return sql`(select name from users where users.id = key::bigint)`
    case 'driver':
      return sql`(
        select concat_ws(' · ', (
          select cars.indicativ from driver_cars own join cars on cars.id = own.car_id and cars.deleted_at is null
          where own.driver_id = users.id order by own.is_default desc, cars.id limit 1
        ), users.name) from users where users.id = key::bigint)`
    case 'company':
      return sql`(select name from companies where companies.id = key::bigint)`
    case 'interval':
      return sql`(
        select coalesce(nullif(name, ''), to_char(time_from, 'HH24:MI') || '–' || to_char(time_to, 'HH24:MI'))
        from search_intervals where search_intervals.id = key::bigint)`
    default:
      return sql`null::text`
  }
}

/** The companies of a scope as a list, so that the indexes on company_id serve administrators too. */
export async function companyIdsOf(db: Db, { companies }: Scope): Promise<CompanyId[]> {
  if (companies !== 'every') return [...companies]
  const { rows } = await sql<{ id: CompanyId }>`select id from companies`.execute(db)
  return rows.map(({ id }) => id)
}
