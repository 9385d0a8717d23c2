import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/**
 * Adds the changes since the last run to the rows of each day, so that a reader sums a few rows instead of a day's orders. One node runs it
 * at a time; a reader sees the state before or after, never in between.
 */
export async function foldOrderDays(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('order_days')) as mine
    `.execute(tx)
    if (!rows[0]?.mine) return
    await sql`
      with changed as (delete from order_day_changes returning *)
      insert into order_days as d (company_id, day, placed, finished, canceled)
      select company_id, day, sum(placed), sum(finished), sum(canceled) from changed
      where company_id in (select id from companies) group by company_id, day
      on conflict (company_id, day) do update set placed = d.placed + excluded.placed,
        finished = d.finished + excluded.finished, canceled = d.canceled + excluded.canceled
    `.execute(tx)
  })
}
