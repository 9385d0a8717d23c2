import type { ScheduledOrder } from '@dispecerat/contract/dispatch/scheduled-orders'
import { chooseInterval } from '@dispecerat/domain/dispatch/search/choose-interval'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import { inScope, matches } from '../../orders/orders.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { intervalsOf } from '../search-rules/search-rules.public.ts'

/** Maximum count of a total. */
export const MAX_COUNTED = 10_000

export interface ScheduledRange {
  from: Date
  to: Date
  search: string | undefined
}

interface Row extends Omit<ScheduledOrder, 'departure_time' | 'start_at' | 'no_rules'> {
  company_id: CompanyId
  departure_time: Date
  start_at: Date
}

/** A scheduled order that waits for its start, or whose search has begun without a driver yet. */
const IS_SCHEDULED = sql`orders.deleted_at is null and orders.start_at is not null and orders.state in ('pending', 'created')`
const IS_COMING = sql`orders.deleted_at is null and orders.start_at is not null and orders.state = 'pending'
  and not orders.in_pending_queue`

/** A page of the scope's scheduled orders that depart in the range, the soonest first. */
export async function scheduledPage(
  db: Db,
  scope: Scope,
  range: ScheduledRange,
  { page, perPage, now }: { page: number; perPage: number; now: Date },
): Promise<{ data: ScheduledOrder[]; total: number }> {
  const where = conditions(scope, range)
  const [{ rows }, total] = await Promise.all([
    sql<Row>`
      select orders.id, orders.created_by_company_id as company_id, orders.order_no, orders.state, orders.version,
        orders.departure_time, orders.start_at,
        coalesce(orders.lead_minutes, ceil(extract(epoch from departure_time - start_at) / 60))::integer as lead_minutes,
        coalesce(lead_source, case when lead_minutes is null then 'default' else 'rule' end) as lead_source,
        orders.lead_minutes is not null as has_own_lead, coalesce(orders.phone, orders.client_phone) as phone, orders.name,
        array(select p.name from order_places p where p.order_id = orders.id order by p.position) as place_names,
        array(select jsonb_object_keys(orders.options)) as options, maker.name as made_by, orders.driver_id,
        orders.car_indicativ
      from orders
      left join users maker on maker.id = coalesce(orders.dispatcher_id, orders.ordered_by_account_id)
      where ${where} order by orders.departure_time, orders.id limit ${perPage} offset ${(page - 1) * perPage}
    `.execute(db),
    countUpTo(db, where),
  ])
  return { data: await asViews(db, rows, now), total }
}

async function asViews(db: Db, rows: readonly Row[], now: Date): Promise<ScheduledOrder[]> {
  const rules = await intervalsOf(db, [...new Set(rows.map(({ company_id }) => company_id))])
  return rows.map(({ departure_time, start_at, ...row }) => ({
    ...row,
    departure_time: toWireTime(departure_time),
    start_at: row.state === 'pending' && start_at > now ? toWireTime(start_at) : null,
    no_rules: chooseInterval(rules.get(row.company_id) ?? [], start_at) === null,
  }))
}

/** Number of departures in each full hour of the range, and of all orders that wait for their start. */
export async function scheduledHours(
  db: Db,
  scope: Scope,
  range: ScheduledRange,
): Promise<{ hours: { hour: string; count: number }[]; coming: number }> {
  const [hours, coming] = await Promise.all([
    sql<{ hour: Date; count: number }>`
      select date_trunc('hour', orders.departure_time, 'UTC') as hour, count(*)::integer as count
      from orders where ${conditions(scope, range)} group by 1 order by 1
    `.execute(db),
    countUpTo(db, sql`${IS_COMING} and ${inScope(scope)}`),
  ])
  return { hours: hours.rows.map(({ hour, count }) => ({ hour: toWireTime(hour), count })), coming }
}

function conditions(scope: Scope, { from, to, search }: ScheduledRange): RawBuilder<unknown> {
  return sql`${IS_SCHEDULED} and orders.departure_time >= ${from} and orders.departure_time < ${to}
    and ${inScope(scope)} and ${matches(search)}`
}

async function countUpTo(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from orders where ${where} limit ${MAX_COUNTED}) as counted
  `.execute(db)
  return rows[0]?.total ?? 0
}
