import {
  exportFinanceReport,
  FINANCE_GROUPS,
  type FinanceGroup,
  type FinanceReportRow,
  readFinanceReport,
} from '@dispecerat/contract/finance-history'
import type { Report, ReportColumn, ReportRow } from '@dispecerat/contract/reports'
import { NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { ExportButtons } from '../../parts/export-buttons.tsx'
import type { FinanceSearch } from '../../parts/finance-search.ts'
import { SumsBars } from '../../parts/sums/sums-bars.tsx'
import '../../parts/sums/sums.css'
import { SumsTable, sortedRows } from '../../parts/sums/sums-table.tsx'
import { financeWords } from '../../text/finance-words.ts'
import { shownDay } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { CompanyChoice } from './company-choice.tsx'
import { FinanceTabs } from './finance-tabs.tsx'
import { monthSoFar, PeriodDays, wireDays } from './period-days.tsx'
import { financeBehind } from './report-behind.ts'

const words = financeWords.reports
const SUMS = ['cost', 'commission', 'discounts', 'driver_payments', 'due'] as const
const MEASURES: readonly ReportColumn[] = [
  { key: 'orders', label: words.columns.orders, kind: 'number' },
  ...SUMS.map((key) => ({ key, label: words.columns[key], kind: 'ron' as const })),
]
const LABELS: Record<FinanceGroup, string> = {
  driver: words.columns.name,
  day: words.columns.day,
  month: words.columns.month,
  company: words.columns.company,
}

/** /finances/reports: what orders brought by driver, day, month or company, drawn and as a table whose figures lead to their rows. */
export function FinanceReportsScreen() {
  const { find, set } = useTableSearch<FinanceSearch>('/app/finances/reports')
  const group: FinanceGroup = find.group ?? 'driver'
  const month = monthSoFar()
  const days = { from: find.from ?? month.from, to: find.to ?? month.to }
  const { date_from = '', date_to = '' } = wireDays(days)
  const filter = { date_from, date_to, group, ...(find.company ? { company_id: find.company } : {}) }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['finances.report', filter],
    queryFn: ({ signal }) => call(readFinanceReport, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const fields = error instanceof ApiError ? Object.values(error.fields).flat() : []
  const isOfTime = group === 'day' || group === 'month'
  const drawn = MEASURES.find(({ key }) => key === find.chart) ?? MEASURES[1]
  const report = data && asSums(data, group)
  const rows = sortedRows(report?.rows ?? [], find.sort)
  return (
    <main id="content" className="page table-page">
      <h1>{words.title}</h1>
      <FinanceTabs />
      <search className="table-tools" aria-label={words.title}>
        <SegmentedControl
          size="xs"
          aria-label={words.group}
          data={FINANCE_GROUPS.map((value) => ({ value, label: words.groups[value] }))}
          value={group}
          onChange={(chosen) => set({ group: chosen === 'driver' ? undefined : chosen })}
        />
        <PeriodDays {...days} onSet={set} />
        <CompanyChoice withAll value={find.company} onChange={(company) => set({ company })} />
        <NativeSelect
          size="xs"
          aria-label={words.chart}
          data={MEASURES.map(({ key, label }) => ({ value: key, label: `${words.chart}: ${label}` }))}
          value={drawn?.key ?? ''}
          onChange={(event) => set({ chart: event.currentTarget.value })}
        />
        <span className="table-tools-space" />
        <ExportButtons path={exportFinanceReport.path} query={filter} fileName="raport-financiar" />
      </search>
      {fields.length > 0 ? <p role="alert">{fields.join(' ')}</p> : null}
      {error && fields.length === 0 ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {error || report ? null : <Skeleton height={300} />}
      {report && !error ? (
        <div className="sums-body" aria-busy={isFetching} data-fetching={isFetching || undefined}>
          {drawn && rows.length > 0 ? (
            <section className="panel sums-panel" aria-label={words.chart}>
              <SumsBars
                rows={isOfTime && find.sort === undefined ? rows.toReversed() : rows}
                column={drawn}
                isOfTime={isOfTime}
              />
            </section>
          ) : null}
          <SumsTable
            label={words.title}
            report={report}
            rows={rows}
            sort={find.sort}
            onSort={(sort) => set({ sort })}
            behind={(id, column) => financeBehind({ group, days, company: find.company }, id, column)}
          />
        </div>
      ) : null}
    </main>
  )
}

/** The answer in the shape every table of sums reads. */
function asSums(
  {
    data,
    totals,
  }: { data: readonly FinanceReportRow[]; totals: Pick<FinanceReportRow, (typeof SUMS)[number] | 'orders'> },
  group: FinanceGroup,
): Report {
  const rows = data.map(({ driver_id, company_id, name, indicativ, day, month, ...sums }): ReportRow => {
    const id = day ?? month ?? driver_id ?? company_id ?? ''
    return { id: String(id), label: labelOf({ name, indicativ, day, month }) || `#${id}`, ...sums }
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
