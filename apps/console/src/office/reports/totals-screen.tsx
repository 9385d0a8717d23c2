import * as contract from '@dispecerat/contract/office/reports'
import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import type { TotalsParams } from '../../routes/params/report-params.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { wrongPeriod } from '../../shared/totals/days.ts'
import { figureText } from '../../shared/totals/figure-text.ts'
import { TotalsBars } from '../../shared/totals/totals-bars.tsx'
import { daysIn, useLongPeriod } from '../../shared/totals/use-long-period.ts'
import '../../shared/totals/totals.css'
import { TotalsTable } from '../../shared/totals/totals-table.tsx'
import { findMessages } from '../../text/find-messages.ts'
import { shownDay } from '../../text/format.ts'
import { reportMessages as messages } from '../../text/report-messages.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { serverNow } from '../../ui/now.ts'
import '../../shared/data-table/books.css'
import { ordersBehind } from './orders-behind.ts'
import '../../shared/reports/orders-report.css'
import { ReportTabs } from '../../shared/reports/report-tabs.tsx'
import { TotalsFilters } from './totals-filters.tsx'
import { daysOf } from './totals-period.ts'

const LongTotals = later(() => import('../../shared/totals/long-totals.tsx').then((m) => m.LongTotals))

/** Each report: its endpoint, the initial chart, and the totals shown at the top. */
const REPORTS = {
  dispatchers: {
    endpoint: contract.readDispatchersReport,
    chart: 'orders',
    strip: ['orders', 'finished_percent', 'canceled_percent', 'wait_seconds', 'cost'],
  },
  drivers: {
    endpoint: contract.readDriversReport,
    chart: 'cost',
    strip: ['finished', 'cost', 'average', 'payments', 'busy_hours'],
  },
  cancellations: {
    endpoint: contract.readCancellationsReport,
    chart: 'canceled',
    strip: ['orders', 'canceled', 'canceled_percent', 'no_drivers_found'],
  },
  protocol: {
    endpoint: contract.readProtocolReport,
    chart: 'cost',
    strip: ['finished', 'cost', 'discount', 'payments', 'canceled'],
  },
  search: {
    endpoint: contract.readSearchReport,
    chart: 'found_percent',
    strip: ['searches', 'found_percent', 'p50_seconds', 'p90_seconds', 'pickup_km'],
  },
  fairness: {
    endpoint: contract.readFairnessReport,
    chart: 'earnings_per_hour',
    strip: ['hours', 'earnings_per_hour', 'offers', 'accepted_percent', 'pickup_km'],
  },
} as const satisfies Record<contract.ReportName, object>

/** /reports/{report}: totals of a period, as a chart and as a table whose figures lead to their orders. */
export function TotalsScreen() {
  const { report } = useParams({ from: '/app/reports/$report' })
  const { permissions } = useUser()
  const isKnown = report in REPORTS
  if (isKnown && permissions.includes('reports.read')) {
    return <TotalsReport key={report} name={report as contract.ReportName} />
  }
  return (
    <main id="content" className="page report">
      <h1>{messages.title}</h1>
      <ReportTabs />
      <p>{isKnown ? messages.forbidden : messages.unknown}</p>
    </main>
  )
}

function TotalsReport({ name }: { name: contract.ReportName }) {
  const find = useSearch({ from: '/app/reports/$report' })
  const navigate = useNavigate({ from: '/reports/$report' })
  const set = (change: { [K in keyof TotalsParams]?: TotalsParams[K] | undefined }) =>
    void navigate({ search: ((search: TotalsParams) => ({ ...search, ...change })) as never })
  const { endpoint, chart: usual, strip } = REPORTS[name]
  const groups: readonly contract.ReportGroup[] = contract.REPORT_GROUPS[name]
  const group = groups.find((one) => one === find.group) ?? groups[0] ?? 'day'
  const recent = daysOf('days30', new Date(serverNow()))
  const days = { from: find.from ?? recent.from, to: find.to ?? recent.to }
  const wrong = wrongPeriod(days)
  const walls = { from: `${days.from} 00:00:00`, to: `${days.to} 23:59:59` }
  const query = { date_from: days.from, date_to: days.to, group, ...(find.company ? { company_id: find.company } : {}) }
  const longPeriod = useLongPeriod(walls, wrong !== null, String(find.company ?? ''))
  const { data, isError, isFetching, dataUpdatedAt, refetch } = useEndpointQuery(
    endpoint,
    { query },
    { enabled: wrong === null && !longPeriod.mustConfirm, placeholderData: keepPreviousData },
  )
  const measures = data?.columns.filter(({ kind }) => kind !== 'text') ?? []
  const drawn =
    measures.find(({ key }) => key === find.chart) ?? measures.find(({ key }) => key === usual) ?? measures[0]
  const rows = contract.sortedReportRows(data?.rows ?? [], find.sort, group)
  const { title, hint } = messages.reports[name]
  return (
    <main id="content" className="page report">
      <h1>{title}</h1>
      <ReportTabs />
      <TotalsFilters
        {...{ find, days, groups, group, measures }}
        chart={drawn?.key}
        onSet={(change) => set({ ...days, ...change })}
      />
      <div className="report-line">
        <p className="small dim">{`${shownDay(days.from)} – ${shownDay(days.to)}, ora României. ${hint}`}</p>
        <ExportButtons
          path={endpoint.path}
          query={{ ...query, sort: find.sort }}
          fileName={`raport-${name}_${days.from}_${days.to}`}
          disabledBecause={
            wrong === null ? (longPeriod.mustConfirm ? findMessages.report.longHint : null) : messages[wrong]
          }
        />
      </div>
      {wrong === null ? null : <p role="alert">{messages[wrong]}</p>}
      <Suspense fallback={null}>
        {longPeriod.mustConfirm ? (
          <LongTotals days={days} length={daysIn(walls)} company={find.company} onShow={longPeriod.show} />
        ) : null}
      </Suspense>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} lastGoodAt={dataUpdatedAt} /> : null}
      {!data && !isError && wrong === null && !longPeriod.mustConfirm ? <Skeleton height={480} /> : null}
      {data && wrong === null && !longPeriod.mustConfirm ? (
        <div className="sums-body" aria-busy={isFetching} data-fetching={isFetching || undefined}>
          <Strip report={data} keys={strip} />
          {drawn && rows.length > 0 ? (
            <section className="panel sums-panel" aria-label={messages.chart}>
              <TotalsBars rows={rows} column={drawn} isOfTime={contract.TIME_GROUPS.includes(group)} />
            </section>
          ) : null}
          <TotalsTable
            label={title}
            report={data}
            rows={rows}
            sort={find.sort}
            onSort={(sort) => set({ sort })}
            behind={(id, column) => {
              const search = ordersBehind({ report: name, group, days, company: find.company }, id, column)
              return search && { to: '/reports/orders', search }
            }}
          />
        </div>
      ) : null}
    </main>
  )
}

function Strip({ report: { columns, totals }, keys }: { report: contract.Report; keys: readonly string[] }) {
  const shown = keys.flatMap((key) => columns.filter((column) => column.key === key))
  return (
    <dl className="report-totals" aria-label={messages.summary}>
      {shown.map(({ key, label, kind }) => (
        <div key={key} className="panel">
          <dt>{label}</dt>
          <dd className="digits">{figureText(totals[key], kind)}</dd>
        </div>
      ))}
    </dl>
  )
}
