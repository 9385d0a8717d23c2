import type { Report, ReportColumn } from '@dispecerat/contract/office/reports'
import { CANCELLATION_REASONS } from '@dispecerat/domain/orders/order'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { idOfKey, keyOf, nameOfKey } from './report-groups.store.ts'
import type { ReportQuery } from './report-query.ts'
import { percentOf, reportOf, type Summed } from './report-shape.ts'
import { orderTotals } from './totals.store.ts'

const REASONS: Record<(typeof CANCELLATION_REASONS)[number], string> = {
  no_drivers_found: 'Niciun șofer găsit',
  client_canceled: 'Anulată de client',
  dispatcher_canceled: 'Anulată de dispecer',
  driver_canceled: 'Anulată de șofer',
  no_show: 'Client absent',
  call_ended: 'Apel încheiat',
}
const REASON_LABELS: Record<string, string> = REASONS
const ENDED_BY: Record<string, string> = {
  dispatcher: 'Dispecer',
  driver: 'Șofer',
  client: 'Client',
  company: 'Companie protocol',
  admin: 'Administrator',
  system: 'Sistem',
  unknown: 'Necunoscut',
}

type Reason = keyof typeof REASONS
type Totals = { orders: number; canceled: number } & Record<Reason, number>
const NONE: Totals = {
  orders: 0,
  canceled: 0,
  no_drivers_found: 0,
  client_canceled: 0,
  dispatcher_canceled: 0,
  driver_canceled: 0,
  no_show: 0,
  call_ended: 0,
}

const CANCELED: ReportColumn = { key: 'canceled', label: 'Anulate', kind: 'number' }
const SHARE: ReportColumn = { key: 'share', label: 'Din toate anulările (%)', kind: 'percent' }
const OF_ORDERS: readonly ReportColumn[] = [
  { key: 'orders', label: 'Comenzi', kind: 'number' },
  CANCELED,
  { key: 'canceled_percent', label: 'Anulate (%)', kind: 'percent' },
]
const BY_REASON: readonly ReportColumn[] = Object.entries(REASONS).map(([key, label]) => ({
  key,
  label,
  kind: 'number',
}))

/** Cancelled orders by reason, person or time. */
export async function cancellationsReport(db: Db, reportQuery: ReportQuery): Promise<Report> {
  const isOfCanceled = reportQuery.group === 'reason' || reportQuery.group === 'ended_by'
  const { rows } = await sql<Summed<Totals>>`
    with summed as (
      select ${keyOf(reportQuery.group)} as key, sum(orders)::float8 as orders,
        coalesce((sum(orders) filter (where reason <> ''))::float8, 0) as canceled, ${sql.join(CANCELLATION_REASONS.map(countOf))}
      from ${orderTotals('taken', reportQuery)} as s ${isOfCanceled ? sql`where reason <> ''` : sql``}
      group by 1 having sum(orders) <> 0
    )
    select summed.*, ${idOfKey(reportQuery.group)} as id, ${nameOfKey(reportQuery.group)} as name from summed
  `.execute(db)
  const all = rows.reduce((sum, { canceled }) => sum + canceled, 0)
  const columns = isOfCanceled
    ? [CANCELED, SHARE, ...(reportQuery.group === 'ended_by' ? BY_REASON : [])]
    : [...OF_ORDERS, ...BY_REASON]
  const shown = new Set(columns.map(({ key }) => key))
  return reportOf<Totals>({
    query: reportQuery,
    columns,
    groups: rows,
    none: NONE,
    by: 'canceled',
    label: (id, name) => labelOf(reportQuery, id, name),
    figures: ({ orders, ...totals }) => {
      const figures = {
        orders,
        ...totals,
        canceled_percent: percentOf(totals.canceled, orders),
        share: percentOf(totals.canceled, all),
      }
      return Object.fromEntries(Object.entries(figures).filter(([key]) => shown.has(key)))
    },
  })
}

function countOf(reason: Reason): RawBuilder<unknown> {
  return sql`coalesce((sum(orders) filter (where reason = ${reason}))::float8, 0) as ${sql.ref(reason)}`
}

function labelOf({ group }: ReportQuery, id: string, name: string | null): string {
  if (group === 'reason') return REASON_LABELS[id] ?? id
  if (group === 'ended_by') return ENDED_BY[id] ?? id
  return name ?? (id === '0' ? 'Fără dispecer (aplicație)' : `#${id}`)
}
