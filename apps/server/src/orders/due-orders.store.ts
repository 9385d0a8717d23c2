import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { type OrderColumns, type OrderRecord, orderFromRow } from './order-record.ts'

/** What the clock does to orders by itself. */
export type DueKind = 'begin' | 'pending_timeout' | 'auto_finish' | 'old_draft'

const HOUR = sql`interval '1 hour'`

/** Each is served by a partial index or reads only orders that are alive. */
const IS_DUE: Record<DueKind, (now: Date) => RawBuilder<unknown>> = {
  begin: (now) => sql`state = 'pending' and not in_pending_queue and start_at <= ${now}`,
  pending_timeout: (now) => sql`state = 'pending' and in_pending_queue
    and pending_since <= ${now}::timestamptz - make_interval(mins => coalesce((
      select pending_timeout_min from company_settings where company_id = orders.created_by_company_id), 15))`,
  auto_finish: (now) => sql`state = 'assigned' and trip_started_at <= ${now}::timestamptz - 12 * ${HOUR}`,
  old_draft: (now) => sql`state = 'new' and created_at <= ${now}::timestamptz - 24 * ${HOUR}
    and not exists (select from calls where calls.order_id = orders.id and calls.state <> 'ended')`,
}

/** Takes one order that is due; servers that ask at once get different ones, and none waits for a row somebody edits. */
export async function claimDue(
  tx: Tx,
  kind: DueKind,
  now: Date,
  except: readonly number[],
): Promise<OrderRecord | null> {
  const { rows } = await sql<OrderColumns>`
    select * from orders
    where deleted_at is null and ${IS_DUE[kind](now)} and id <> all(${[...except]}::bigint[])
    order by id limit 1
    for update skip locked
  `.execute(tx)
  return rows[0] ? orderFromRow(rows[0]) : null
}
