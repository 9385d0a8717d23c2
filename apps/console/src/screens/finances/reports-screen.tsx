import { exportFinanceReport, type FinanceReportRow, readFinanceReport } from '@dispecerat/contract/finance-history'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useTableSearch } from '../../parts/data-table/use-table-search.ts'
import { ExportButtons } from '../../parts/export-buttons.tsx'
import type { FinanceSearch } from '../../parts/finance-search.ts'
import { financeWords } from '../../text/finance-words.ts'
import { money } from '../../text/format.ts'
import { groupThousands } from '../../text/plural.ts'
import { tableWords } from '../../text/table-words.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { CompanyChoice } from './company-choice.tsx'
import { FinanceTabs } from './finance-tabs.tsx'
import { monthSoFar, PeriodDays, wireDays } from './period-days.tsx'

const words = financeWords.reports
const SUMS = ['cost', 'commission', 'discounts', 'driver_payments', 'due'] as const

/** /finances/reports: what orders brought, by driver or by day. */
export function FinanceReportsScreen() {
  const { find, set } = useTableSearch<FinanceSearch>('/app/finances/reports')
  const group: 'driver' | 'day' = find.group ?? 'driver'
  const month = monthSoFar()
  const [from, to] = [find.from ?? month.from, find.to ?? month.to]
  const { date_from = '', date_to = '' } = wireDays({ from, to })
  const filter = { date_from, date_to, group, ...(find.company ? { company_id: find.company } : {}) }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['finances.report', filter],
    queryFn: ({ signal }) => call(readFinanceReport, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const fields = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return (
    <main id="content" className="page table-page">
      <h1>{words.title}</h1>
      <FinanceTabs />
      <search className="table-tools" aria-label={words.title}>
        <SegmentedControl
          size="xs"
          aria-label={words.group}
          data={[
            { value: 'driver', label: words.groups.driver },
            { value: 'day', label: words.groups.day },
          ]}
          value={group}
          onChange={(chosen) => set({ group: chosen === 'day' ? 'day' : undefined })}
        />
        <PeriodDays from={from} to={to} onSet={set} />
        <CompanyChoice withAll value={find.company} onChange={(company) => set({ company })} />
        <span className="table-tools-space" />
        <ExportButtons path={exportFinanceReport.path} query={filter} fileName="raport-financiar" />
      </search>
      {fields.length > 0 ? <p role="alert">{fields.join(' ')}</p> : null}
      {error && fields.length === 0 ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {error ? null : data ? (
        <ReportTable rows={data.data} totals={data.totals} group={group} isFetching={isFetching} />
      ) : (
        <Skeleton height={300} />
      )}
    </main>
  )
}

function ReportTable({
  rows,
  totals,
  group,
  isFetching,
}: {
  rows: readonly FinanceReportRow[]
  totals: Pick<FinanceReportRow, (typeof SUMS)[number] | 'orders'>
  group: 'driver' | 'day'
  isFetching: boolean
}) {
  return (
    <section className="panel data-table finance-report" aria-busy={isFetching} data-fetching={isFetching || undefined}>
      <table aria-label={words.title}>
        <thead>
          <tr>
            <th>{group === 'day' ? words.columns.day : words.columns.name}</th>
            <th className="is-number">{words.columns.orders}</th>
            {SUMS.map((key) => (
              <th key={key} className="is-number">
                {words.columns[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={SUMS.length + 2} className="data-table-empty">
                {tableWords.empty}
              </td>
            </tr>
          ) : null}
          {rows.map((row) => (
            <tr key={row.driver_id ?? row.day}>
              <td>
                {row.day === null
                  ? [row.indicativ, row.name].filter(Boolean).join(' · ')
                  : row.day.split('-').reverse().join('.')}
              </td>
              <Sums of={row} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="finance-total">
            <td>{words.totals}</td>
            <Sums of={totals} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Sums({ of: row }: { of: Pick<FinanceReportRow, (typeof SUMS)[number] | 'orders'> }) {
  return (
    <>
      <td className="is-number digits">{groupThousands(row.orders)}</td>
      {SUMS.map((key) => (
        <td key={key} className="is-number digits">
          {money(row[key])}
        </td>
      ))}
    </>
  )
}
