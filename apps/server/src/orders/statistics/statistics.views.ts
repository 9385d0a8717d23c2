import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

const DAY_MS = 86_400_000

/** Database counts for the top bar and the dashboard. */
export interface TradeCounts {
  clientsCount: number
  ordersTodayCount: number
  ordersTotalCount: number
  canceledOrdersTodayCount: number
  ordersLast24hCount: number
  canceledOrdersLast24hCount: number
  announcesCount: number
  incidentsCount: number
}

/**
 * Today is the day in Bucharest. An order counts once it is placed; a discarded draft counts as canceled. Totals and today come from the
 * days' summary; only the last 24 hours, which begin within a day, read orders.
 */
export async function tradeCounts(db: Db, { companies }: Scope, now: Date): Promise<TradeCounts> {
  const today = sql`${bucharestDay(now)}::date`
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const mine = companiesIn(companies)
  const { rows } = await sql<TradeCounts>`
    with mine as materialized (${mine}),
    days as (
      select coalesce(sum(placed), 0)::float8 as "ordersTotalCount",
        coalesce(sum(placed) filter (where day = ${today}), 0)::float8 as "ordersTodayCount",
        coalesce(sum(canceled) filter (where day = ${today}), 0)::float8 as "canceledOrdersTodayCount"
      from (${daysOfCompanies(sql`select id from mine`)}) as d
    )
    select days.*,
      (select count(*)::float8 from orders where deleted_at is null and placed_at is not null and placed_at >= ${dayAgo}
        and created_by_company_id = any(array(select id from mine))) as "ordersLast24hCount",
      (select count(*)::float8 from orders where deleted_at is null and state = 'canceled' and placed_at is not null and canceled_at >= ${dayAgo}
        and created_by_company_id = any(array(select id from mine))) as "canceledOrdersLast24hCount",
      (select count(distinct c.user_id)::float8 from company_clients c
        where c.company_id = any(array(select id from mine))) as "clientsCount",
      (select count(*)::float8 from announcements where deleted_at is null and starts_at <= ${now}
        and (ends_at is null or ends_at > ${now}) and company_id in (select id from mine)) as "announcesCount",
      (select count(*)::float8 from incidents where status <> 'closed'
        and company_id in (select id from mine)) as "incidentsCount"
    from days
  `.execute(db)
  const counts = rows[0]
  if (!counts) throw new Error('an aggregate without groups has one row')
  return counts
}

export interface DayCounts {
  /** 'YYYY-MM-DD' in Bucharest. */
  day: string
  orders: number
  finished: number
  canceled: number
}

/** Days with orders, oldest first; null: without a start. */
export async function daysOfOrders(db: Db, { companies }: Scope, since: string | null): Promise<DayCounts[]> {
  const from = since === null ? sql`true` : sql`day >= ${since}::date`
  const { rows } = await sql<DayCounts>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(placed)::float8 as orders, sum(finished)::float8 as finished,
      sum(canceled)::float8 as canceled
    from (${daysOfCompanies(companiesIn(companies))}) as d
    where ${from} group by d.day having sum(placed) <> 0 or sum(finished) <> 0 or sum(canceled) <> 0 order by d.day
  `.execute(db)
  return rows
}

/** Folded days and changes not folded yet; a snapshot of both is exact. */
function daysOfCompanies(mine: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select day, placed, finished, canceled from order_days where company_id = any(array(${mine}))
    union all
    select day, placed, finished, canceled from order_day_changes where company_id = any(array(${mine}))`
}

/** Lists the companies explicitly, so that the indexes that begin with the company are used for an admin too. */
function companiesIn(companies: Scope['companies']): RawBuilder<unknown> {
  return companies === 'every'
    ? sql`select id from companies`
    : sql`select id from unnest(${[...companies]}::bigint[]) as own (id)`
}

/** Ids of the companies of a scope. */
export async function companyIdsOf(db: Db, { companies }: Scope): Promise<CompanyId[]> {
  if (companies !== 'every') return [...companies]
  return (await db.selectFrom('companies').select('id').execute()).map(({ id }) => id)
}
