import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import type { DriverId, OrderId } from '@dispecerat/domain/kernel/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import type { OrderFilter, Page } from './order-filter.ts'
import { filteredOrdersQuery } from './order-pages.store.ts'
import { orderViews } from './order-views.views.ts'

/** Maximum count of a total. */
const MAX_COUNTED = 10_000

export interface PageMeta {
  total: number
  total_is_capped: boolean
  page: number
  per_page: number
}
interface OrderPage {
  data: OrderView[]
  meta: PageMeta & { next_cursor: string | null }
}

/** Orders of the scope, newest first. */
export async function orderPage(db: Db, scope: Scope, filter: OrderFilter, page: Page): Promise<OrderPage> {
  const [found, total] = await Promise.all([
    sql<{ id: number; micros: string }>`${orderPageQuery(scope, filter, page)}`.execute(db),
    countUpTo(db, scope, filter),
  ])
  const shown = found.rows.slice(0, page.perPage)
  const last = found.rows.length > page.perPage ? shown.at(-1) : undefined
  const data = await orderViews(
    db,
    scope,
    shown.map(({ id }) => id),
  )
  const next_cursor = last === undefined ? null : `${last.micros}-${last.id}`
  return { data, meta: { ...total, page: page.page, per_page: page.perPage, next_cursor } }
}

const ORDERS_AT_ONCE = 500

/** Every order of the filter, in batches by keyset pagination, so that the whole list is never in memory. */
export async function* everyOrder(db: Db, scope: Scope, filter: OrderFilter): AsyncGenerator<OrderView[]> {
  let after: Page['after'] = null
  for (;;) {
    const page: Page = { page: 1, perPage: ORDERS_AT_ONCE, after }
    const { rows } = await sql<{ id: number; micros: string }>`${orderPageQuery(scope, filter, page)}`.execute(db)
    const shown = rows.slice(0, ORDERS_AT_ONCE)
    yield await orderViews(
      db,
      scope,
      shown.map(({ id }) => id),
    )
    const last = shown.at(-1)
    if (rows.length <= ORDERS_AT_ONCE || last === undefined) return
    after = { micros: last.micros, id: String(last.id) }
  }
}

/** Query of a page plus one row, which shows whether another page follows. */
export function orderPageQuery(scope: Scope, filter: OrderFilter, { page, perPage, after }: Page): RawBuilder<unknown> {
  const skipped = after === null ? (page - 1) * perPage : 0
  return sql`
    select id, (extract(epoch from created_at) * 1000000)::bigint::text as micros
    from ${filteredOrdersQuery(scope, filter, skipped + perPage + 1, after)} as filtered
    order by created_at desc, id desc limit ${perPage + 1} offset ${skipped}
  `
}

/** Number of matching orders, up to the maximum count. */
export async function countUpTo(
  db: Db,
  scope: Scope,
  filter: OrderFilter,
): Promise<Pick<PageMeta, 'total' | 'total_is_capped'>> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from ${filteredOrdersQuery(scope, filter, MAX_COUNTED + 1)} as filtered limit ${MAX_COUNTED + 1}) as counted
  `.execute(db)
  const n = rows[0]?.n ?? 0
  return { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED }
}

/** Ids of the driver's own trips for their current company, newest first: earlier ones belong to another company. */
export async function driverTripIds(
  db: Db,
  driverId: DriverId,
  { from, to }: Pick<OrderFilter, 'from' | 'to'>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ data: OrderId[]; meta: PageMeta }> {
  const whose: Scope = { companies: 'every', ownUserId: null }
  const work = await db
    .selectFrom('driver_status')
    .select('company_id')
    .where('driver_id', '=', driverId)
    .executeTakeFirst()
  const filter: OrderFilter = { states: [], driverId, drivenForId: work?.company_id ?? 0, from, to }
  const { rows } = await sql<{ id: OrderId }>`${orderPageQuery(whose, filter, { page, perPage, after: null })}`.execute(
    db,
  )
  const total = await countUpTo(db, whose, filter)
  const data = rows.slice(0, perPage).map(({ id }) => id)
  return { data, meta: { ...total, page, per_page: perPage } }
}
