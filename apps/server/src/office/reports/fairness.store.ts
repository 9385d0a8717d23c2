import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { nameOfKey } from './report-groups.store.ts'
import type { ReportQuery } from './report-query.ts'
import { offerTotals, orderTotals } from './totals.store.ts'

/** Offers, answers, earnings and time on duty of a driver in a period. */
export interface DriverPart {
  id: string
  name: string | null
  dutySeconds: number
  busySeconds: number
  offers: number
  accepted: number
  returned: number
  refused: number
  unanswered: number
  unseen: number
  metres: number
  trips: number
  manual: number
  costBani: number
  priorityWindows: number
  banLifts: number
}

/** Drivers of the companies who were on duty, got an offer or drove; shifts are cut at midnight in Romanian time. */
export async function driverParts(
  db: Db,
  reportQuery: Pick<ReportQuery, 'companyIds' | 'from' | 'to'>,
  now: Date,
): Promise<DriverPart[]> {
  const { companyIds, from, to } = reportQuery
  const { rows } = await sql<DriverPart>`
    with span as (
      select ${from}::date::timestamp at time zone 'Europe/Bucharest' as since,
        least((${to}::date + 1)::timestamp at time zone 'Europe/Bucharest', ${now}) as till
    ), duty as (
      select driver_id, sum(extract(epoch from least(coalesce(stopped_at, till), till) - greatest(started_at, since))) as seconds
      from driver_shifts, span where started_at < till and coalesce(stopped_at, till) > since group by 1
    ), asked as (
      select driver_id, sum(offers) as offers, sum(accepted) as accepted, sum(returned) as returned, sum(refused) as refused,
        sum(unanswered) as unanswered, sum(unseen) + sum(undelivered) as unseen, sum(metres) as metres
      from ${offerTotals(reportQuery)} as s group by 1
    ), driven as (
      select person_id as driver_id, sum(finished) as trips, sum(manual) as manual, sum(cost_bani) as cost, sum(busy_seconds) as busy
      from ${orderTotals('driven', reportQuery)} as s group by 1
    ), favoured as (
      select u.user_id as driver_id, count(*) as windows from users_intervals w join users_interval_users u on u.interval_id = w.id, span
      where w.deleted_at is null and w.company_id = any(${[...companyIds]}::bigint[]) and w.time_from < till and w.time_to > since
      group by 1
    ), lifted as (
      select user_id as driver_id, count(*) as bans from user_bans, span
      where end_reason = 'lifted' and company_id = any(${[...companyIds]}::bigint[]) and ended_at >= since and ended_at < till
      group by 1
    ), parts as (
      select s.driver_id::text as key, coalesce(duty.seconds, 0)::float8 as "dutySeconds", coalesce(driven.busy, 0)::float8 as "busySeconds",
        coalesce(asked.offers, 0)::float8 as offers, coalesce(asked.accepted, 0)::float8 as accepted,
        coalesce(asked.returned, 0)::float8 as returned, coalesce(asked.refused, 0)::float8 as refused,
        coalesce(asked.unanswered, 0)::float8 as unanswered, coalesce(asked.unseen, 0)::float8 as unseen,
        coalesce(asked.metres, 0)::float8 as metres, coalesce(driven.trips, 0)::float8 as trips,
        coalesce(driven.manual, 0)::float8 as manual, coalesce(driven.cost, 0)::float8 as "costBani",
        coalesce(favoured.windows, 0)::float8 as "priorityWindows", coalesce(lifted.bans, 0)::float8 as "banLifts"
      from driver_status s left join duty using (driver_id) left join asked using (driver_id) left join driven using (driver_id)
      left join favoured using (driver_id) left join lifted using (driver_id)
      where s.company_id = any(${[...companyIds]}::bigint[]) and coalesce(duty.seconds, asked.offers, driven.trips) is not null
    )
    select key as id, ${nameOfKey('driver')} as name, parts.* from parts
  `.execute(db)
  return rows
}
