import { readCallsReport } from '@dispecerat/contract/call-reports'
import { NativeSelect, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import type { CallsReportSearch } from '../../parts/book-search.ts'
import { ExportButtons } from '../../parts/export-buttons.tsx'
import { wireOf } from '../../parts/find-draft.ts'
import { useMyCompanies } from '../../parts/use-my-companies.ts'
import { callsReportWords as words } from '../../text/calls-report-words.ts'
import { findWords } from '../../text/find-words.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { serverNow } from '../../ui/now.ts'
import '../../parts/books.css'
import './orders-report.css'
import './calls-report.css'
import { CallDays } from './call-days.tsx'
import { CallList } from './call-list.tsx'
import { CallTotals } from './call-totals.tsx'
import { DispatcherCalls } from './dispatcher-calls.tsx'
import { PeriodFilter, rangeOf } from './period-filter.tsx'
import { isBackwards, isShort, isTooLong, type Period, periodOf } from './report-period.ts'
import { ReportTabs } from './report-tabs.tsx'

/** What narrows the list is dropped with the period it belongs to. */
const NO_LIST = { page: undefined, at: undefined, dispatcher: undefined, outcome: undefined }

/** /reports/calls: what became of those who rang, by day, by dispatcher, and call by call. */
export function CallsReportScreen() {
  const find = useSearch({ from: '/app/reports/calls' })
  const navigate = useNavigate({ from: '/reports/calls' })
  const week = periodOf('week', new Date(serverNow()))
  const period: Period = { from: find.from ?? week.from, to: find.to ?? week.to }
  const set = (change: Partial<CallsReportSearch>) =>
    void navigate({ search: (kept) => ({ ...kept, page: undefined, ...change }), resetScroll: false })
  const problem = isTooLong(period) ? findWords.report.tooLong : isBackwards(period) ? words.wrongEnd : null
  const by = isShort(period) ? 'hour' : 'day'
  const asked = {
    date_from: wireOf(period.from),
    date_to: wireOf(period.to),
    ...(find.company ? { company_id: find.company } : {}),
  }
  const { data, isError, isLoading, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['calls-report', asked, by],
    queryFn: ({ signal }) => call(readCallsReport, { query: { ...asked, by } }, { signal }),
    enabled: problem === null,
    placeholderData: keepPreviousData,
  })
  return (
    <main id="content" className="page report">
      <h1 className="book-title">{words.title}</h1>
      <ReportTabs />
      <div className="book-filters no-print">
        <PeriodFilter period={period} onSet={(ends) => set({ ...NO_LIST, ...ends } as Partial<CallsReportSearch>)} />
        <CompanyFilter chosen={find.company} onSet={(company) => set({ ...NO_LIST, company })} />
      </div>
      <div className="report-line">
        <p className="small dim">{rangeOf(period)}</p>
        <ExportButtons
          path={readCallsReport.path}
          query={{ ...asked, by }}
          fileName={`apeluri_${period.from.slice(0, 10)}_${period.to.slice(0, 10)}`}
          disabledBecause={problem}
        />
      </div>
      {problem ? <p role="alert">{problem}</p> : null}
      {isError && !data ? (
        <div className="panel">
          <LoadFailed onRetry={() => void refetch()} lastGoodAt={dataUpdatedAt} />
        </div>
      ) : null}
      {isLoading ? <Skeleton height={480} /> : null}
      {data && problem === null ? (
        <>
          <CallTotals totals={data.totals} />
          {data.totals.offered + data.totals.dialled === 0 ? <p className="panel book-empty">{words.noCalls}</p> : null}
          <CallDays rows={data.rows} by={by} chosen={find.at} onPick={(at) => set({ at, dispatcher: undefined })} />
          <DispatcherCalls
            dispatchers={data.dispatchers}
            chosen={find.dispatcher}
            onPick={(dispatcher) => set({ dispatcher, at: undefined })}
          />
          <CallList find={find} asked={asked} report={data} by={by} onSet={set} />
        </>
      ) : null}
    </main>
  )
}

function CompanyFilter({ chosen, onSet }: { chosen: number | undefined; onSet: (id: number | undefined) => void }) {
  const companies = useMyCompanies()
  if (companies.length < 2) return null
  return (
    <NativeSelect
      label={findWords.company}
      value={chosen ?? ''}
      data={[
        { value: '', label: findWords.anybody },
        ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onSet(Number(event.currentTarget.value) || undefined)}
    />
  )
}
