import type { Report, ReportColumn } from '@dispecerat/contract/office/reports'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { idOfKey, keyOf, nameOfKey } from './report-groups.store.ts'
import type { ReportQuery } from './report-query.ts'
import { reportOf, rounded, type Summed } from './report-shape.ts'
import { orderTotals } from './totals.store.ts'

const NONE = {
  finished: 0,
  canceled: 0,
  manual: 0,
  costBani: 0,
  cashBani: 0,
  discountBani: 0,
  paymentBani: 0,
  busySeconds: 0,
  days: 0,
}
type Totals = typeof NONE

const MONEY: readonly ReportColumn[] = [
  { key: 'cost', label: 'Valoare (RON)', kind: 'ron' },
  { key: 'average', label: 'Pe comandă (RON)', kind: 'ron' },
]
const DRIVEN: readonly ReportColumn[] = [
  { key: 'finished', label: 'Curse', kind: 'number' },
  ...MONEY,
  { key: 'cash', label: 'Numerar (RON)', kind: 'ron' },
  { key: 'payments', label: 'De la companie (RON)', kind: 'ron' },
  { key: 'canceled', label: 'Anulate după alocare', kind: 'number' },
  { key: 'manual', label: 'Alocate manual', kind: 'number' },
  { key: 'busy_hours', label: 'Ore cu comenzi', kind: 'hours' },
]
const DAYS: ReportColumn = { key: 'days', label: 'Zile lucrate', kind: 'number' }
const PAID: readonly ReportColumn[] = [
  { key: 'finished', label: 'Comenzi finalizate', kind: 'number' },
  ...MONEY,
  { key: 'discount', label: 'Reduceri (RON)', kind: 'ron' },
  { key: 'payments', label: 'Plata șoferilor (RON)', kind: 'ron' },
  { key: 'canceled', label: 'Anulate', kind: 'number' },
]

/** Trips, amounts and working days by driver. */
export function driversReport(db: Db, reportQuery: ReportQuery): Promise<Report> {
  return endedReport(db, reportQuery, {
    side: 'driven',
    columns: reportQuery.group === 'driver' ? [...DRIVEN, DAYS] : DRIVEN,
  })
}

/** Orders of protocol companies, their amounts and the payments to drivers. */
export function protocolReport(db: Db, reportQuery: ReportQuery): Promise<Report> {
  return endedReport(db, reportQuery, { side: 'account', columns: PAID })
}

async function endedReport(
  db: Db,
  reportQuery: ReportQuery,
  { side, columns }: { side: 'driven' | 'account'; columns: readonly ReportColumn[] },
): Promise<Report> {
  const { rows } = await sql<Summed<Totals>>`
    with summed as (
      select ${keyOf(reportQuery.group)} as key, sum(finished)::float8 as finished,
        (sum(orders) filter (where reason <> ''))::float8 as canceled, sum(manual)::float8 as manual,
        sum(cost_bani)::float8 as "costBani", sum(cash_bani)::float8 as "cashBani",
        sum(discount_bani)::float8 as "discountBani", sum(payment_bani)::float8 as "paymentBani",
        sum(busy_seconds)::float8 as "busySeconds", ${reportQuery.group === 'driver' ? sql`(count(distinct s.day) filter (where finished > 0))::int` : sql`0`} as days
      from ${orderTotals(side, reportQuery)} as s group by 1 having sum(orders) <> 0
    )
    select ${idOfKey(reportQuery.group)} as id, ${nameOfKey(reportQuery.group)} as name, finished, coalesce(canceled, 0) as canceled, manual, "costBani",
      "cashBani", "discountBani", "paymentBani", "busySeconds", days
    from summed
  `.execute(db)
  const shown = new Set(columns.map(({ key }) => key))
  return reportOf<Totals>({
    query: reportQuery,
    columns,
    groups: rows,
    none: NONE,
    by: 'finished',
    figures: (totals) => {
      const all = {
        finished: totals.finished,
        cost: ronFromBani(totals.costBani),
        average: totals.finished > 0 ? ronFromBani(Math.round(totals.costBani / totals.finished)) : null,
        cash: ronFromBani(totals.cashBani),
        discount: ronFromBani(totals.discountBani),
        payments: ronFromBani(totals.paymentBani),
        canceled: totals.canceled,
        manual: totals.manual,
        busy_hours: rounded(totals.busySeconds / 3600, 1),
        days: totals.days,
      }
      return Object.fromEntries(Object.entries(all).filter(([key]) => shown.has(key)))
    },
  })
}
