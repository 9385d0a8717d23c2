import { readCallsReport } from '@dispecerat/contract/telephony/call-reports'
import { NativeSelect, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { wireOf } from '../../api/wire-of.ts'
import type { CallsReportParams } from '../../routes/params/order-list-params.ts'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { daysIn, useLongPeriod } from '../../shared/totals/use-long-period.ts'
import { callsReportMessages as messages } from '../../text/calls-report-messages.ts'
import { findMessages } from '../../text/find-messages.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { serverNow } from '../../ui/now.ts'
import '../../shared/data-table/books.css'
import '../../shared/reports/orders-report.css'
import './calls-report.css'
import { PeriodFilter, rangeOf } from '../../shared/reports/period-filter.tsx'
import { isBackwards, isShort, isTooLong, type Period, periodOf } from '../../shared/reports/report-period.ts'
import { ReportTabs } from '../../shared/reports/report-tabs.tsx'
import { CallDays } from './call-days.tsx'
import { CallList } from './call-list.tsx'
import { CallTotals } from './call-totals.tsx'
import { CompanyCalls } from './company-calls.tsx'
import { DispatcherCalls } from './dispatcher-calls.tsx'

const LongCalls = later(() => import('./long-calls.tsx').then((m) => m.LongCalls))

/** Filters of the list are reset when the period changes. */
const NO_LIST = { page: undefined, at: undefined, dispatcher: undefined, outcome: undefined }

/** /reports/calls: outcome of the incoming calls, by day, by dispatcher, and call by call. */
export function CallsReportScreen() {
  const find = useSearch({ from: '/app/reports/calls' })
  const navigate = useNavigate({ from: '/reports/calls' })
  const week = periodOf('week', new Date(serverNow()))
  const period: Period = { from: find.from ?? week.from, to: find.to ?? week.to }
  const set = (change: Partial<CallsReportParams>) =>
    void navigate({ search: (search) => ({ ...search, page: undefined, ...change }), resetScroll: false })
  const problem = isTooLong(period) ? findMessages.report.tooLong : isBackwards(period) ? messages.wrongEnd : null
  const time = isShort(period) ? 'hour' : 'day'
  const by = find.by ?? time
  const params = {
    date_from: wireOf(period.from),
    date_to: wireOf(period.to),
    ...(find.company ? { company_id: find.company } : {}),
  }
  const longPeriod = useLongPeriod(period, problem !== null, String(find.company ?? ''))
  const { data, isError, isLoading, dataUpdatedAt, refetch } = useEndpointQuery(
    readCallsReport,
    { query: { ...params, by } },
    { enabled: problem === null && !longPeriod.mustConfirm, placeholderData: keepPreviousData },
  )
  return (
    <main id="content" className="page report">
      <h1>{messages.title}</h1>
      <ReportTabs />
      <div className="book-filters no-print">
        <PeriodFilter period={period} onSet={(ends) => set({ ...NO_LIST, ...ends } as Partial<CallsReportParams>)} />
        <GroupChoice by={find.by} onSet={(chosen) => set({ ...NO_LIST, by: chosen } as Partial<CallsReportParams>)} />
        <CompanyFilter chosen={find.company} onSet={(company) => set({ ...NO_LIST, company })} />
      </div>
      <div className="report-line">
        <p className="small dim">{rangeOf(period)}</p>
        <ExportButtons
          path={readCallsReport.path}
          query={{ ...params, by }}
          fileName={`apeluri_${period.from.slice(0, 10)}_${period.to.slice(0, 10)}`}
          disabledBecause={problem ?? (longPeriod.mustConfirm ? findMessages.report.longHint : null)}
        />
      </div>
      {problem ? <p role="alert">{problem}</p> : null}
      <Suspense fallback={null}>
        {longPeriod.mustConfirm ? <LongCalls params={params} length={daysIn(period)} onShow={longPeriod.show} /> : null}
      </Suspense>
      {isError && !data ? (
        <div className="panel">
          <LoadFailed onRetry={() => void refetch()} lastGoodAt={dataUpdatedAt} />
        </div>
      ) : null}
      {isLoading ? <Skeleton height={480} /> : null}
      {data && problem === null && !longPeriod.mustConfirm ? (
        <>
          <CallTotals totals={data.totals} />
          {data.totals.offered + data.totals.dialled === 0 ? (
            <p className="panel book-empty">{messages.noCalls}</p>
          ) : null}
          {by === 'company' ? null : (
            <CallDays rows={data.rows} by={by} chosen={find.at} onPick={(at) => set({ at, dispatcher: undefined })} />
          )}
          {by === 'company' || data.companies.length > 1 ? (
            <CompanyCalls
              companies={data.companies}
              isDrawn={by === 'company'}
              chosen={find.company}
              onPick={(company) => set({ ...NO_LIST, company })}
            />
          ) : null}
          <DispatcherCalls
            dispatchers={data.dispatchers}
            chosen={find.dispatcher}
            onPick={(dispatcher) => set({ dispatcher, at: undefined })}
          />
          <CallList find={find} params={params} report={data} by={by === 'company' ? time : by} onSet={set} />
        </>
      ) : null}
    </main>
  )
}

function GroupChoice({ by, onSet }: { by: CallsReportParams['by']; onSet: (by: CallsReportParams['by']) => void }) {
  return (
    <NativeSelect
      label={messages.group}
      value={by ?? 'time'}
      data={Object.entries(messages.groups).map(([value, label]) => ({ value, label }))}
      onChange={(event) => onSet((['month', 'company'] as const).find((one) => one === event.currentTarget.value))}
    />
  )
}

function CompanyFilter({ chosen, onSet }: { chosen: number | undefined; onSet: (id: number | undefined) => void }) {
  const companies = useMyCompanies()
  if (companies.length < 2) return null
  return (
    <NativeSelect
      label={findMessages.company}
      value={chosen ?? ''}
      data={[
        { value: '', label: findMessages.anybody },
        ...companies.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(event) => onSet(Number(event.currentTarget.value) || undefined)}
    />
  )
}
