import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ReportQuery } from './report-query.ts'

type Period = Pick<ReportQuery, 'companyIds' | 'from' | 'to'>

/**
 * Folded totals of orders together with the changes not folded yet (company_id, day, person_id, reason, ended_by, …); exact in any
 * snapshot.
 */
export function orderTotals(
  side: 'taken' | 'driven' | 'account',
  { companyIds, from, to }: Period,
): RawBuilder<unknown> {
  const wanted = sql`company_id = any(${[...companyIds]}::bigint[]) and side = ${side}
    and day between ${from}::date and ${to}::date`
  return sql`(select * from order_sums where ${wanted} union all select * from order_sum_changes where ${wanted})`
}

/** Likewise for offers, by driver and day. */
export function offerTotals({ from, to }: Pick<Period, 'from' | 'to'>): RawBuilder<unknown> {
  const wanted = sql`day between ${from}::date and ${to}::date`
  return sql`(select * from offer_sums where ${wanted} union all select * from offer_sum_changes where ${wanted})`
}

/** Adds pending changes to the totals, so that reports read few rows. An advisory lock lets one node do it at a time. */
export async function foldTotals(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('order_sums')) as mine
    `.execute(tx)
    if (!rows[0]?.mine) return
    await sql`
      with changed as (delete from order_sum_changes returning *)
      insert into order_sums as s
      select company_id, side, day, person_id, reason, ended_by, sum(orders), sum(finished), sum(manual), sum(waits),
        sum(wait_seconds), sum(cost_bani), sum(cash_bani), sum(discount_bani), sum(payment_bani), sum(busy_seconds)
      from changed where company_id in (select id from companies)
      group by company_id, side, day, person_id, reason, ended_by
      on conflict (company_id, side, day, person_id, reason, ended_by) do update set
        orders = s.orders + excluded.orders, finished = s.finished + excluded.finished, manual = s.manual + excluded.manual,
        waits = s.waits + excluded.waits, wait_seconds = s.wait_seconds + excluded.wait_seconds,
        cost_bani = s.cost_bani + excluded.cost_bani, cash_bani = s.cash_bani + excluded.cash_bani,
        discount_bani = s.discount_bani + excluded.discount_bani, payment_bani = s.payment_bani + excluded.payment_bani,
        busy_seconds = s.busy_seconds + excluded.busy_seconds
    `.execute(tx)
    await sql`
      with changed as (delete from offer_sum_changes returning *)
      insert into offer_sums as s
      select driver_id, day, sum(offers), sum(accepted), sum(returned), sum(refused), sum(unanswered), sum(unseen),
        sum(undelivered), sum(lost), sum(withdrawn), sum(metres)
      from changed where driver_id in (select id from users) group by driver_id, day
      on conflict (driver_id, day) do update set
        offers = s.offers + excluded.offers, accepted = s.accepted + excluded.accepted,
        returned = s.returned + excluded.returned, refused = s.refused + excluded.refused,
        unanswered = s.unanswered + excluded.unanswered, unseen = s.unseen + excluded.unseen,
        undelivered = s.undelivered + excluded.undelivered, lost = s.lost + excluded.lost,
        withdrawn = s.withdrawn + excluded.withdrawn, metres = s.metres + excluded.metres
    `.execute(tx)
  })
}
