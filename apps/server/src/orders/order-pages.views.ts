import type { OrderView } from '@dispecerat/contract/order-shapes'
import type { OrderState, PaymentType } from '@dispecerat/domain/order'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db } from '../db/database.ts'
import { inScope } from './in-scope.store.ts'
import { matches } from './order-lists.views.ts'
import { orderViews } from './order-views.views.ts'
import { wire } from './wire-times.ts'

/** Counting goes no further (decision 20). */
const MOST_COUNTED = 10_000

export interface OrderFilter {
  states: readonly OrderState[]
  driverOrClientId?: number
  driverId?: number
  clientId?: number
  dispatcherId?: number
  companyId?: number
  paymentType?: PaymentType
  from: Date | null
  to: Date | null
  search?: string
}

export interface Page {
  page: number
  perPage: number
}

interface PageOf<T> {
  data: T[]
  meta: { total: number; total_is_capped: boolean; page: number; per_page: number }
}

/** Orders of the scope, newest first. */
export async function orderPage(db: Db, scope: Scope, filter: OrderFilter, page: Page): Promise<PageOf<OrderView>> {
  const where = conditions(scope, filter)
  const { rows } = await sql<{ id: number }>`
    select orders.id from orders where ${where} order by created_at desc, id desc ${slice(page)}
  `.execute(db)
  const [data, total] = await Promise.all([
    orderViews(
      db,
      scope,
      rows.map(({ id }) => id),
    ),
    countUpTo(db, where),
  ])
  return { data, meta: { ...total, page: page.page, per_page: page.perPage } }
}

export interface ReportRow {
  orderId: number
  callDuration: number
  orderDate: string
  placeName: string | null
  state: OrderState
  trip_state: string | null
  indicativ: string | null
}

/** The lines of the orders report, newest first; drafts are no orders yet. */
export async function reportPage(db: Db, scope: Scope, filter: OrderFilter, page: Page): Promise<PageOf<ReportRow>> {
  const where = sql`${conditions(scope, filter)} and orders.state <> 'new'`
  const [{ rows }, total] = await Promise.all([
    sql<Omit<ReportRow, 'orderDate'> & { orderDate: Date }>`
      select orders.id as "orderId", created_at as "orderDate", address as "placeName", state, trip_state,
        car_indicativ as indicativ, coalesce((
          select sum(extract(epoch from ended_at - started_at))::integer from calls
          where calls.order_id = orders.id and ended_at is not null and started_at is not null
        ), 0) as "callDuration"
      from orders where ${where} order by created_at desc, id desc ${slice(page)}
    `.execute(db),
    countUpTo(db, where),
  ])
  const data = rows.map((row) => ({ ...row, orderDate: wire(row.orderDate) }))
  return { data, meta: { ...total, page: page.page, per_page: page.perPage } }
}

/** Ids of the driver's own trips, newest first. */
export async function driverTripIds(
  db: Db,
  driverId: number,
  { from, to }: Pick<OrderFilter, 'from' | 'to'>,
  page: Page,
): Promise<PageOf<number>> {
  const where = sql`orders.driver_id = ${driverId} and orders.deleted_at is null and ${between(from, to)}`
  const { rows } = await sql<{ id: number }>`
    select orders.id from orders where ${where} order by created_at desc, id desc ${slice(page)}
  `.execute(db)
  const total = await countUpTo(db, where)
  return { data: rows.map(({ id }) => id), meta: { ...total, page: page.page, per_page: page.perPage } }
}

function slice({ page, perPage }: Page) {
  return sql`limit ${perPage} offset ${(page - 1) * perPage}`
}

function between(from: Date | null, to: Date | null) {
  return sql`(${from}::timestamptz is null or orders.created_at >= ${from})
    and (${to}::timestamptz is null or orders.created_at <= ${to})`
}

function conditions(scope: Scope, filter: OrderFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    sql`orders.deleted_at is null`,
    inScope(scope, 'read'),
    between(filter.from, filter.to),
    matches(filter.search),
  ]
  const { states, driverOrClientId, driverId, clientId, dispatcherId, companyId, paymentType } = filter
  if (states.length > 0) parts.push(sql`orders.state = any(${[...states]}::text[])`)
  if (driverOrClientId !== undefined) {
    parts.push(sql`(orders.driver_id = ${driverOrClientId} or orders.client_id = ${driverOrClientId})`)
  }
  if (driverId !== undefined) parts.push(sql`orders.driver_id = ${driverId}`)
  if (clientId !== undefined) parts.push(sql`orders.client_id = ${clientId}`)
  if (dispatcherId !== undefined) parts.push(sql`orders.dispatcher_id = ${dispatcherId}`)
  if (companyId !== undefined) parts.push(sql`orders.created_by_company_id = ${companyId}`)
  if (paymentType !== undefined) parts.push(sql`orders.payment_type = ${paymentType}`)
  return sql.join(parts, sql` and `)
}

async function countUpTo(db: Db, where: RawBuilder<unknown>): Promise<{ total: number; total_is_capped: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from orders where ${where} limit ${MOST_COUNTED + 1}) as counted
  `.execute(db)
  const n = rows[0]?.n ?? 0
  return { total: Math.min(n, MOST_COUNTED), total_is_capped: n > MOST_COUNTED }
}
