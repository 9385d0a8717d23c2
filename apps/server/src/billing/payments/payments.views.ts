import type { DriverPayment, listDriverPayments } from '@dispecerat/contract/billing/finance-history'
import type { QueryOf } from '@dispecerat/contract/kernel/endpoint'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

type Filter = Omit<QueryOf<typeof listDriverPayments>, 'page' | 'per_page'>

interface Row extends Omit<DriverPayment, 'finished_at' | 'cost' | 'driver_payment'> {
  finished_at: Date | null
  cost_bani: number | null
  driver_payment_bani: number
}

const MAX_COUNTED = 10_000

/** Orders with the payments to their drivers, newest first. */
export async function paymentPage(
  db: Db,
  scope: Scope,
  filter: Filter,
  { page, perPage }: { page: number; perPage: number },
) {
  const where = paymentsOf(scope, filter)
  const [{ rows }, counted] = await Promise.all([
    payments(
      sql`${where} order by o.trip_finished_at desc, o.id desc limit ${perPage} offset ${(page - 1) * perPage}`,
    ).execute(db),
    sql<{ n: number }>`select count(*)::integer as n from (
      select from orders o where ${where} limit ${MAX_COUNTED + 1}) as counted`.execute(db),
  ])
  const n = counted.rows[0]?.n ?? 0
  const meta = { total: Math.min(n, MAX_COUNTED), total_is_capped: n > MAX_COUNTED, page, per_page: perPage }
  return { data: rows.map(paymentView), meta }
}

/** All rows of the filter, for a file. */
export function paymentRows(scope: Scope, filter: Filter): RawBuilder<Row> {
  return payments(sql`${paymentsOf(scope, filter)} order by o.trip_finished_at desc, o.id desc`)
}

export async function paymentsOfOrders(db: Db, orderIds: readonly OrderId[]): Promise<DriverPayment[]> {
  const { rows } = await payments(sql`o.id = any(${[...orderIds]}::bigint[]) order by o.id`).execute(db)
  return rows.map(paymentView)
}

function paymentsOf({ companies }: Scope, filter: Filter): RawBuilder<unknown> {
  const { company_id, driver_id, driver_payment, payment_type } = filter
  const where = [
    sql`o.driver_payment_bani > 0`,
    sql`o.deleted_at is null`,
    sql`o.is_paid = ${driver_payment === 'paid'}`,
    ...(companies === 'every' ? [] : [sql`o.processed_by_company_id = any(${[...companies]}::bigint[])`]),
    ...(company_id === undefined ? [] : [sql`o.processed_by_company_id = ${company_id}`]),
    ...(driver_id === undefined ? [] : [sql`o.driver_id = ${driver_id}`]),
    ...(payment_type === undefined ? [] : [sql`o.payment_type = ${payment_type}`]),
  ]
  return sql.join(where, sql` and `)
}

function payments(condition: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select o.id as order_id, o.order_no, o.driver_id, driver.name as driver_name, o.car_indicativ as indicativ,
      o.processed_by_company_id as company_id, o.payment_type, account.name as protocol_name, o.address,
      o.trip_finished_at as finished_at, coalesce(o.discounted_cost_bani, o.cost_bani) as cost_bani,
      o.driver_payment_bani, o.is_paid
    from orders o
    join users driver on driver.id = o.driver_id
    left join users account on account.id = o.protocol_user_id
    where ${condition}
  `
}

export function paymentView({ finished_at, cost_bani, driver_payment_bani, ...row }: Row): DriverPayment {
  return {
    ...row,
    finished_at: finished_at === null ? null : toWireTime(finished_at),
    cost: cost_bani === null ? null : ronFromBani(cost_bani),
    driver_payment: ronFromBani(driver_payment_bani),
  }
}
