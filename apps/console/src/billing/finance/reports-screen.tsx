import {
  exportFinanceReport,
  FINANCE_SORTS,
  type FinanceGroup,
  type FinanceReportRow,
  type FinanceSort,
  readFinanceReport,
  sortedFinanceRows,
} from '@dispecerat/contract/billing/finance-history'
import type { Report, ReportColumn, ReportRow } from '@dispecerat/contract/office/reports'
import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { fieldErrors } from '../../api/field-errors.ts'
import type { FinanceParams } from '../../routes/params/finance-params.ts'
import { useTableParams } from '../../shared/data-table/use-table-params.ts'
import { type Days, wrongPeriod } from '../../shared/totals/days.ts'
import { TotalsBars } from '../../shared/totals/totals-bars.tsx'
import { daysIn, useLongPeriod } from '../../shared/totals/use-long-period.ts'
import '../../shared/totals/totals.css'
import { TotalsTable } from '../../shared/totals/totals-table.tsx'
import { findMessages } from '../../text/find-messages.ts'
import { shownDay } from '../../text/format.ts'
import { reportMessages } from '../../text/report-messages.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { financeMessages } from './finance-messages.ts'
import { FinanceTabs } from './finance-tabs.tsx'
import { monthSoFar, wireDays } from './period-days.tsx'
import { financeBehind } from './report-behind.ts'
import { ReportFilters } from './report-filters.tsx'

const ExportButtons = later(() => import('../../shared/exports/export-buttons.tsx').then((m) => m.ExportButtons))
const LongTotals = later(() => import('../../shared/totals/long-totals.tsx').then((m) => m.LongTotals))

const messages = financeMessages.reports
const TOTALS = ['cost', 'commission', 'discounts', 'driver_payments', 'due'] as const
const MEASURES: readonly ReportColumn[] = [
  { key: 'orders', label: messages.columns.orders, kind: 'number' },
  ...TOTALS.map((key) => ({ key, label: messages.columns[key], kind: 'ron' as const })),
]
const LABELS: Record<FinanceGroup, string> = {
  driver: messages.columns.name,
  day: messages.columns.day,
  month: messages.columns.month,
  company: messages.columns.company,
}

/**
 * /finances/reports: revenue by driver, day, month or company, as a chart and as a table whose figures lead to their
 * rows.
 */
export function FinanceReportsScreen() {
  const { find, set } = useTableParams<FinanceParams>('/app/finances/reports')
  const { company } = find
  const group: FinanceGroup = find.group ?? 'driver'
  const month = monthSoFar()
  const days = { from: find.from ?? month.from, to: find.to ?? month.to }
  const { date_from = '', date_to = '' } = wireDays(days)
  const filter = { date_from, date_to, group, ...(company ? { company_id: company } : {}) }
  const sort = FINANCE_SORTS.find((one) => one === find.sort)
  const drawn = MEASURES.find(({ key }) => key === find.chart) ?? MEASURES[1]
  const wrong = wrongPeriod(days)
  const walls = { from: `${days.from} 00:00:00`, to: `${days.to} 23:59:59` }
  const longPeriod = useLongPeriod(walls, wrong !== null, String(company ?? ''))
  return (
    <main id="content" className="page table-page">
      <h1>{messages.title}</h1>
      <FinanceTabs />
      <ReportFilters
        {...{ group, days, company, measures: MEASURES }}
        chart={drawn?.key}
        onSet={set}
        acts={
          <Suspense fallback={null}>
            <ExportButtons
              path={exportFinanceReport.path}
              query={{ ...filter, sort }}
              fileName="raport-financiar"
              disabledBecause={
                wrong === null ? (longPeriod.mustConfirm ? findMessages.report.longHint : null) : reportMessages[wrong]
              }
            />
          </Suspense>
        }
      />
      {wrong === null ? null : <p role="alert">{reportMessages[wrong]}</p>}
      <Suspense fallback={null}>
        {longPeriod.mustConfirm ? (
          <LongTotals days={days} length={daysIn(walls)} company={company} read="ended" onShow={longPeriod.show} />
        ) : null}
      </Suspense>
      {wrong !== null || longPeriod.mustConfirm ? null : (
        <Totals {...{ filter, days, sort, drawn }} onSort={(chosen) => set({ sort: chosen })} />
      )}
    </main>
  )
}

interface TotalsProps {
  filter: { date_from: string; date_to: string; group: FinanceGroup; company_id?: number }
  days: Days
  sort: FinanceSort | undefined
  drawn: ReportColumn | undefined
  onSort: (sort: string | undefined) => void
}

function Totals({ filter, days, sort, drawn, onSort }: TotalsProps) {
  const { group, company_id: company } = filter
  const { data, error, isFetching, refetch } = useEndpointQuery(
    readFinanceReport,
    { query: filter },
    { placeholderData: keepPreviousData, retry: false },
  )
  const refused = Object.values(fieldErrors(error))
  if (refused.length > 0) return <p role="alert">{refused.join(' ')}</p>
  if (error) return <LoadFailed onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={300} />
  const isOfTime = group === 'day' || group === 'month'
  const report = asTotals({ ...data, data: sortedFinanceRows(data.data, sort) }, group)
  const { rows } = report
  return (
    <div className="sums-body" aria-busy={isFetching} data-fetching={isFetching || undefined}>
      {drawn && rows.length > 0 ? (
        <section className="panel sums-panel" aria-label={messages.chart}>
          <TotalsBars
            rows={isOfTime && sort === undefined ? rows.toReversed() : rows}
            column={drawn}
            isOfTime={isOfTime}
          />
        </section>
      ) : null}
      <TotalsTable
        label={messages.title}
        report={report}
        rows={rows}
        sort={sort}
        onSort={onSort}
        behind={(id, column) => financeBehind({ group, days, company }, id, column)}
      />
    </div>
  )
}

/** Converts the reply to the shape of the shared table of totals. */
function asTotals(
  {
    data,
    totals,
  }: { data: readonly FinanceReportRow[]; totals: Pick<FinanceReportRow, (typeof TOTALS)[number] | 'orders'> },
  group: FinanceGroup,
): Report {
  const rows = data.map(({ driver_id, company_id, name, indicativ, day, month, ...totals }): ReportRow => {
    const id = day ?? month ?? driver_id ?? company_id ?? ''
    return { id: String(id), label: labelOf({ name, indicativ, day, month }) || `#${id}`, ...totals }
  })
  return { columns: [{ key: 'label', label: LABELS[group], kind: 'text' }, ...MEASURES], rows, totals }
}

function labelOf({
  name,
  indicativ,
  day,
  month,
}: Pick<FinanceReportRow, 'name' | 'indicativ' | 'day' | 'month'>): string {
  if (day !== null) return shownDay(day)
  if (month !== null) return month.split('-').reverse().join('.')
  return [indicativ, name].filter(Boolean).join(' · ')
}
