import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { OrderState } from '@dispecerat/domain/orders/order'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { wire } from '../wire-times.ts'
import type { OrderFilter, Page } from './order-filter.ts'
import { filteredOrdersQuery } from './order-pages.store.ts'
import { countUpTo, orderPageQuery, type PageMeta } from './order-pages.views.ts'

export interface ReportRow {
  orderId: OrderId
  callDuration: number
  orderDate: string
  placeName: string | null
  state: OrderState
  trip_state: string | null
  indicativ: string | null
}

export interface ReportTotals {
  orders: number
  finished: number
  canceled: number
  average_call_minutes: number | null
  is_capped: boolean
}

const PLACED = ['created', 'assigned', 'finished', 'canceled', 'pending'] as const

/** Excludes drafts unless states are given. */
function placed(filter: OrderFilter): OrderFilter {
  return filter.states.length > 0 ? filter : { ...filter, states: PLACED }
}

/** Minutes of all calls of an order, each started minute counted. */
const CALL_MINUTES = sql`coalesce((
  select ceil(sum(extract(epoch from ended_at - started_at)) / 60)::integer from calls
  where calls.order_id = orders.id and ended_at is not null and started_at is not null
), 0)`

/** Rows of the orders report, newest first. */
export async function reportPage(
  db: Db,
  scope: Scope,
  filter: OrderFilter,
  page: Page,
): Promise<{ data: ReportRow[]; meta: PageMeta }> {
  const wanted = placed(filter)
  const [{ rows }, total] = await Promise.all([
    sql<{ id: number }>`${orderPageQuery(scope, wanted, page)}`.execute(db),
    countUpTo(db, scope, wanted),
  ])
  const ids = rows.slice(0, page.perPage).map(({ id }) => id)
  return { data: await reportRows(db, ids), meta: { ...total, page: page.page, per_page: page.perPage } }
}

async function reportRows(db: Db, ids: readonly number[]): Promise<ReportRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<ReportRow, 'orderDate'> & { orderDate: Date }>`
    select orders.id as "orderId", created_at as "orderDate", address as "placeName", state, trip_state,
      car_indicativ as indicativ, ${CALL_MINUTES} as "callDuration"
    from orders where orders.id = any(${[...ids]}::bigint[]) order by created_at desc, id desc
  `.execute(db)
  return rows.map((row) => ({ ...row, orderDate: wire(row.orderDate) }))
}

/** Totals cover the newest orders of a longer period: reading 100,000 orders and their calls takes about a second. */
const MAX_SUMMED = 100_000

export async function reportTotals(db: Db, scope: Scope, filter: OrderFilter): Promise<ReportTotals> {
  const { rows } = await sql<Omit<ReportTotals, 'is_capped'>>`
    select count(*) as orders, count(*) filter (where orders.state = 'finished') as finished,
      count(*) filter (where orders.state = 'canceled') as canceled,
      (avg(nullif(${CALL_MINUTES}, 0)))::float as average_call_minutes
    from ${filteredOrdersQuery(scope, placed(filter), MAX_SUMMED)} as filtered join orders on orders.id = filtered.id
  `.execute(db)
  const totals = rows[0] ?? { orders: 0, finished: 0, canceled: 0, average_call_minutes: null }
  return { ...totals, is_capped: totals.orders >= MAX_SUMMED }
}

const ROWS_AT_ONCE = 2000

/** Every row of the filter, in batches by keyset pagination, so that a year of orders is never in memory. */
export async function* everyReportRow(db: Db, scope: Scope, filter: OrderFilter): AsyncGenerator<ReportRow[]> {
  const wanted = placed(filter)
  let after: Page['after'] = null
  for (;;) {
    const page: Page = { page: 1, perPage: ROWS_AT_ONCE, after }
    const { rows } = await sql<{ id: number; micros: string }>`${orderPageQuery(scope, wanted, page)}`.execute(db)
    const shown = rows.slice(0, ROWS_AT_ONCE)
    yield await reportRows(
      db,
      shown.map(({ id }) => id),
    )
    const last = shown.at(-1)
    if (rows.length <= ROWS_AT_ONCE || last === undefined) return
    after = { micros: last.micros, id: String(last.id) }
  }
}
