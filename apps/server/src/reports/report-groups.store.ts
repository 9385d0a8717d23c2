import type { ReportGroup } from '@dispecerat/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Db } from '../db/database.ts'

/** What a row of sums (alias s) is grouped by, as short as it stands: hundreds of thousands of rows are sorted by it. */
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

/** The key as the text that names its row. */
export function idOfKey(group: ReportGroup): RawBuilder<string> {
  if (group === 'day') return sql`to_char(key, 'YYYY-MM-DD')`
  if (group === 'month') return sql`to_char(key, 'YYYY-MM')`
  if (group === 'hour') return sql`to_char(key, 'FM00')`
  if (group === 'ended_by') return sql`coalesce(nullif(key, ''), 'unknown')`
  return group === 'reason' ? sql`key` : sql`coalesce(key, 0)::text`
}

/** What a key (or its text) is called: a person's call sign and name, a company's, an interval's; null for what has no name of its own. */
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

/** The companies of a scope, named one by one, so that the keys of the sums serve an admin too. */
export async function companyIdsOf(db: Db, { companies }: Scope): Promise<number[]> {
  if (companies !== 'every') return [...companies]
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db)
  return rows.map(({ id }) => id)
}
