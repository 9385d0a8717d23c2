import { SETTINGS } from '@dispecerat/domain/identity/company-settings'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { type OrderColumns, type OrderRecord, orderFromRow } from '../order-record.ts'

/** Kinds of work that the timer does on orders. */
export type DueKind = 'begin' | 'remind' | 'pending_timeout' | 'auto_finish' | 'old_draft'

const HOUR = sql`interval '1 hour'`

/** Each condition is served by a partial index or reads only open orders. */
const IS_DUE: Record<DueKind, (now: Date) => RawBuilder<unknown>> = {
  begin: (now) => sql`state = 'pending' and not in_pending_queue and start_at <= ${now}`,
  // The outer bound is the longest reminder a company may set, so that the index of due orders is used.
  remind: (now) => sql`state = 'pending' and not in_pending_queue and reminded_at is null
    and start_at > ${now} and start_at <= ${now}::timestamptz + 4 * ${HOUR}
    and start_at <= ${now}::timestamptz + make_interval(mins => coalesce((
      select remind_before_min from company_settings where company_id = orders.created_by_company_id),
      ${SETTINGS.scheduled.remind_before_min.default}::integer))`,
  pending_timeout: (now) => sql`state = 'pending' and in_pending_queue
    and pending_since <= ${now}::timestamptz - make_interval(mins => coalesce((
      select pending_timeout_min from company_settings where company_id = orders.created_by_company_id),
      ${SETTINGS.orders.pending_timeout_min.default}::integer))`,
  auto_finish: (now) => sql`state = 'assigned' and trip_started_at <= ${now}::timestamptz - 12 * ${HOUR}`,
  old_draft: (now) => sql`state = 'new' and created_at <= ${now}::timestamptz - 24 * ${HOUR}
    and not exists (select from calls where calls.order_id = orders.id and calls.state <> 'ended')`,
}

/** Claims one due order; concurrent servers get different ones (SKIP LOCKED), and none waits for a row that is being edited. */
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
