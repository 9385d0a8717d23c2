import type { Report, ReportColumn } from '@dispecerat/contract/office/reports'
import { ronFromBani } from '@dispecerat/domain/kernel/money'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { idOfKey, keyOf, nameOfKey } from './report-groups.store.ts'
import type { ReportQuery } from './report-query.ts'
import { eachOf, percentOf, reportOf, rounded, type Summed } from './report-shape.ts'
import { orderTotals } from './totals.store.ts'

const NONE = {
  orders: 0,
  /** Orders that a dispatcher took. */
  taken: 0,
  finished: 0,
  canceled: 0,
  nobody: 0,
  manual: 0,
  waits: 0,
  waitSeconds: 0,
  costBani: 0,
  banLifts: 0,
  priorityWindows: 0,
}
type Totals = typeof NONE
type Row = Summed<Omit<Totals, 'taken'>>

const COLUMNS: readonly ReportColumn[] = [
  { key: 'orders', label: 'Comenzi', kind: 'number' },
  { key: 'finished', label: 'Finalizate', kind: 'number' },
  { key: 'finished_percent', label: 'Finalizate (%)', kind: 'percent' },
  { key: 'canceled', label: 'Anulate', kind: 'number' },
  { key: 'canceled_percent', label: 'Anulate (%)', kind: 'percent' },
  { key: 'nobody', label: 'Fără șofer', kind: 'number' },
  { key: 'wait_seconds', label: 'Până la alocare, în medie', kind: 'seconds' },
  { key: 'cost', label: 'Valoare (RON)', kind: 'ron' },
  { key: 'manual', label: 'Alocate manual', kind: 'number' },
]
/** Manual interventions; shown only when grouped by dispatcher. */
const BY_HAND: readonly ReportColumn[] = [
  { key: 'manual_ratio', label: 'Manual față de medie', kind: 'ratio' },
  { key: 'ban_lifts', label: 'Blocări ridicate', kind: 'number' },
  { key: 'priority_windows', label: 'Ferestre de prioritate', kind: 'number' },
]

/** The group of orders that accounts and the client application placed. */
const NO_DISPATCHER = '0'

/** Orders by dispatcher, their outcome, and manual interventions. */
export async function dispatchersReport(db: Db, reportQuery: ReportQuery): Promise<Report> {
  const isOfPeople = reportQuery.group === 'dispatcher'
  const { rows } = await sql<Row>`
    with summed as (
      select ${keyOf(reportQuery.group)} as key, sum(orders)::float8 as orders, sum(finished)::float8 as finished,
        (sum(orders) filter (where reason <> ''))::float8 as canceled,
        (sum(orders) filter (where reason = 'no_drivers_found'))::float8 as nobody,
        sum(manual)::float8 as manual, sum(waits)::float8 as waits, sum(wait_seconds)::float8 as "waitSeconds",
        sum(cost_bani)::float8 as "costBani"
      from ${orderTotals('taken', reportQuery)} as s group by 1 having sum(orders) <> 0
    )
    select ${idOfKey(reportQuery.group)} as id, ${nameOfKey(reportQuery.group)} as name, orders, finished, coalesce(canceled, 0) as canceled,
      coalesce(nobody, 0) as nobody, manual, waits, "waitSeconds", "costBani",
      ${isOfPeople ? banLifts(reportQuery) : sql`0`} as "banLifts", ${isOfPeople ? windows(reportQuery) : sql`0`} as "priorityWindows"
    from summed
  `.execute(db)
  // Orders without a dispatcher are never assigned by hand: they would lower the average with which dispatchers are compared.
  const groups = rows.map((row) => ({ ...row, taken: row.id === NO_DISPATCHER ? 0 : row.orders }))
  const taken = groups.reduce((sum, group) => sum + group.taken, 0)
  const usual = taken > 0 ? groups.reduce((sum, { manual }) => sum + manual, 0) / taken : 0
  return reportOf<Totals>({
    query: reportQuery,
    columns: isOfPeople ? [...COLUMNS, ...BY_HAND] : COLUMNS,
    groups,
    none: NONE,
    by: 'orders',
    label: (id, name) => name ?? (id === NO_DISPATCHER ? 'Fără dispecer (aplicație)' : `#${id}`),
    figures: (totals) => ({
      orders: totals.orders,
      finished: totals.finished,
      finished_percent: percentOf(totals.finished, totals.orders),
      canceled: totals.canceled,
      canceled_percent: percentOf(totals.canceled, totals.orders),
      nobody: totals.nobody,
      wait_seconds: eachOf(totals.waitSeconds, totals.waits, 0),
      cost: ronFromBani(totals.costBani),
      manual: totals.manual,
      ...(isOfPeople
        ? {
            manual_ratio: totals.taken > 0 && usual > 0 ? rounded(totals.manual / totals.taken / usual, 2) : null,
            ban_lifts: totals.banLifts,
            priority_windows: totals.priorityWindows,
          }
        : {}),
    }),
  })
}

const AT = (
  time: string,
  { from, to }: ReportQuery,
) => sql`${sql.ref(time)} >= ${from}::date::timestamp at time zone 'Europe/Bucharest'
  and ${sql.ref(time)} < (${to}::date + 1)::timestamp at time zone 'Europe/Bucharest'`

function banLifts(reportQuery: ReportQuery) {
  return sql`(select count(*)::int from user_bans b where b.ended_by_user_id = key::bigint and b.end_reason = 'lifted'
    and b.company_id = any(${[...reportQuery.companyIds]}::bigint[]) and ${AT('b.ended_at', reportQuery)})`
}

function windows(reportQuery: ReportQuery) {
  return sql`(select count(*)::int from users_intervals w where w.created_by = key::bigint and w.deleted_at is null
    and w.company_id = any(${[...reportQuery.companyIds]}::bigint[]) and ${AT('w.created_at', reportQuery)})`
}
