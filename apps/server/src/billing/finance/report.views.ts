import type { FinanceGroup, FinanceReportRow } from '@dispecerat/contract/billing/finance-history'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

interface Totals {
  orders: number
  cost_bani: number
  commission_bani: number
  discounts_bani: number
  payments_bani: number
  due_bani: number
}
type Row = Totals & { key: string } & Pick<FinanceReportRow, 'name' | 'indicativ'>

export interface ReportQuery {
  companyId: CompanyId | null
  from: Date
  to: Date
  group: FinanceGroup
}

const wall = (at: string, form: string) =>
  sql`to_char(${sql.ref(at)} at time zone 'Europe/Bucharest', ${sql.lit(form)})`

/** The grouping keys of a finished order and of a ledger entry. */
const KEYS: Record<FinanceGroup, { ofOrder: RawBuilder<unknown>; ofEntry: RawBuilder<unknown> }> = {
  driver: { ofOrder: sql`o.driver_id::text`, ofEntry: sql`e.driver_id::text` },
  company: { ofOrder: sql`o.processed_by_company_id::text`, ofEntry: sql`e.company_id::text` },
  day: { ofOrder: wall('o.trip_finished_at', 'YYYY-MM-DD'), ofEntry: wall('e.created_at', 'YYYY-MM-DD') },
  month: { ofOrder: wall('o.trip_finished_at', 'YYYY-MM'), ofEntry: wall('e.created_at', 'YYYY-MM') },
}

/**
 * Orders by the hour they ended, without doubted fares; commission by the hour of its entry: a correction counts on the day it was made.
 */
export async function reportRows(db: Db, { companies }: Scope, query: ReportQuery): Promise<FinanceReportRow[]> {
  const { companyId, from, to, group } = query
  const mine = companies === 'every' ? null : [...companies]
  const ofMine = (column: string) => sql`(${mine}::bigint[] is null or ${sql.ref(column)} = any(${mine}::bigint[]))
    and (${companyId}::bigint is null or ${sql.ref(column)} = ${companyId})`
  const { ofOrder, ofEntry } = KEYS[group]
  const isNamed = group === 'driver' || group === 'company'
  const { rows } = await sql<Row>`
    with driven as (
      select ${ofOrder} as key, count(*)::integer as orders,
        coalesce(sum(o.cost_bani) filter (where o.fare_doubt is null), 0)::bigint as cost_bani,
        coalesce(sum(o.discount_amount_bani) filter (where o.fare_doubt is null), 0)::bigint as discounts_bani,
        coalesce(sum(o.driver_payment_bani), 0)::bigint as payments_bani,
        coalesce(sum(o.driver_payment_bani) filter (where not o.is_paid), 0)::bigint as due_bani
      from orders o
      where o.state = 'finished' and o.deleted_at is null and ${ofMine('o.processed_by_company_id')}
        and o.trip_finished_at >= ${from} and o.trip_finished_at < ${to}
      group by 1
    ), taken as (
      select ${ofEntry} as key,
        sum(e.amount_bani)::bigint as commission_bani
      from ledger_entries e
      where e.account = 'commission' and ${ofMine('e.company_id')} and e.created_at >= ${from} and e.created_at < ${to}
      group by 1
    )
    select key, ${group === 'company' ? sql`companies.name` : sql`users.name`} as name, cars.indicativ,
      coalesce(orders, 0) as orders, coalesce(cost_bani, 0) as cost_bani,
      coalesce(commission_bani, 0) as commission_bani, coalesce(discounts_bani, 0) as discounts_bani,
      coalesce(payments_bani, 0) as payments_bani, coalesce(due_bani, 0) as due_bani
    from driven full join taken using (key)
    left join users on ${group === 'driver' ? sql`users.id = key::bigint` : sql`false`}
    left join companies on ${group === 'company' ? sql`companies.id = key::bigint` : sql`false`}
    left join driver_cars own on own.driver_id = users.id and own.is_default
    left join cars on cars.id = own.car_id and cars.deleted_at is null
    order by ${isNamed ? sql`search_fold(coalesce(users.name, companies.name)) nulls last, key` : sql`key desc`}
  `.execute(db)
  return rows.map((row) => reportView(row, group))
}

function reportView(row: Row, group: FinanceGroup): FinanceReportRow {
  const { key, name, indicativ, orders } = row
  return {
    driver_id: group === 'driver' ? Number(key) : null,
    company_id: group === 'company' ? Number(key) : null,
    name,
    indicativ,
    orders,
    day: group === 'day' ? key : null,
    month: group === 'month' ? key : null,
    cost: ronFromBani(row.cost_bani),
    commission: ronFromBani(row.commission_bani),
    discounts: ronFromBani(row.discounts_bani),
    driver_payments: ronFromBani(row.payments_bani),
    due: ronFromBani(row.due_bani),
  }
}

/** Adds up in bani, because adding RON as floating point numbers accumulates rounding errors. */
export function totalsOf(rows: readonly FinanceReportRow[]) {
  const sum = (of: (row: FinanceReportRow) => number) =>
    ronFromBani(rows.reduce((bani, row) => bani + Math.round(of(row) * 100), 0))
  return {
    orders: rows.reduce((n, { orders }) => n + orders, 0),
    cost: sum(({ cost }) => cost),
    commission: sum(({ commission }) => commission),
    discounts: sum(({ discounts }) => discounts),
    driver_payments: sum(({ driver_payments }) => driver_payments),
    due: sum(({ due }) => due),
  }
}
