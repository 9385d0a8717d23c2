import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { listOrdersForReport } from '@dispecerat/contract/orders/order-lists'
import { CANCELLATION_REASONS } from '@dispecerat/domain/orders/order'
import { Button, Checkbox, NativeSelect, Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { wireOf } from '../../api/wire-of.ts'
import { CANCELED_BY, type ReportParams } from '../../routes/params/order-list-params.ts'
import { useMyCompanies } from '../../shared/companies/use-my-companies.ts'
import { ExportButtons } from '../../shared/exports/export-buttons.tsx'
import { CompanySelect } from '../../shared/filters/company-select.tsx'
import { Pages } from '../../shared/filters/pages.tsx'
import { UserSelect } from '../../shared/filters/user-select.tsx'
import { useLongPeriod } from '../../shared/totals/use-long-period.ts'
import { findMessages } from '../../text/find-messages.ts'
import { reportMessages as totals } from '../../text/report-messages.ts'
import { ro } from '../../text/ro.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { serverNow } from '../../ui/now.ts'
import '../../shared/data-table/books.css'
import '../../shared/reports/orders-report.css'
import { PeriodFilter, rangeOf } from '../../shared/reports/period-filter.tsx'
import { isBackwards, isTooLong, type Period, periodOf } from '../../shared/reports/report-period.ts'
import { ReportTabs } from '../../shared/reports/report-tabs.tsx'
import { ReportRows } from './report-rows.tsx'
import { ReportTotals } from './report-totals.tsx'

const LongPeriod = later(() => import('./long-period.tsx').then((m) => m.LongPeriod))

const messages = findMessages.report
const STATES = ['created', 'assigned', 'finished', 'canceled', 'pending'] as const
const DRIVERS = ['driver'] as const
const ACCOUNTS = ['company'] as const
const DISPATCHERS = ['dispatcher', 'company_admin'] as const

/** /reports/orders: the orders of a period, their totals, and the export. */
export function OrdersReportScreen() {
  const find = useSearch({ from: '/app/reports/orders' })
  const navigate = useNavigate({ from: '/reports/orders' })
  const today = periodOf('today', new Date(serverNow()))
  const period: Period = { from: find.from ?? today.from, to: find.to ?? today.to }
  const set = (change: { [K in keyof ReportParams]?: ReportParams[K] | undefined }) =>
    void navigate({ search: (search) => ({ ...search, page: undefined, ...change }) })
  const problem = isTooLong(period) ? messages.tooLong : isBackwards(period) ? totals.backwards : null
  const longPeriod = useLongPeriod(period, problem !== null)
  const { data, isError, isLoading, dataUpdatedAt, refetch } = useEndpointQuery(
    listOrdersForReport,
    { query: { ...queryOf(find, period), page: find.page ?? 1, totals: '1' } },
    { enabled: problem === null && !longPeriod.mustConfirm, placeholderData: keepPreviousData },
  )
  return (
    <main id="content" className="page report">
      <h1>{messages.title}</h1>
      <ReportTabs />
      <ReportFilters find={find} period={period} onSet={set} />
      <div className="report-line">
        <p className="small dim">{rangeOf(period)}</p>
        <ExportButtons
          path={listOrdersForReport.path}
          query={queryOf(find, period)}
          fileName={`comenzi_${period.from.slice(0, 10)}_${period.to.slice(0, 10)}`}
          disabledBecause={problem ?? (longPeriod.mustConfirm ? messages.longHint : null)}
        />
      </div>
      {problem ? <p role="alert">{problem}</p> : null}
      <Suspense fallback={null}>
        {longPeriod.mustConfirm ? <LongPeriod period={period} company={find.company} onShow={longPeriod.show} /> : null}
      </Suspense>
      {problem !== null || longPeriod.mustConfirm ? null : (
        <Found find={find} set={set} {...{ data, isError, isLoading, dataUpdatedAt }} onRetry={() => void refetch()} />
      )}
    </main>
  )
}

interface FoundProps {
  find: ReportParams
  set: (change: { [K in keyof ReportParams]?: ReportParams[K] | undefined }) => void
  data: ReplyOf<typeof listOrdersForReport> | undefined
  isError: boolean
  isLoading: boolean
  dataUpdatedAt: number
  onRetry: () => void
}

function Found({ find, set, data, isError, isLoading, dataUpdatedAt, onRetry }: FoundProps) {
  return (
    <>
      {data?.totals ? <ReportTotals totals={data.totals} /> : null}
      <section className="panel book-rows" aria-label={messages.title}>
        {isError && !data ? <LoadFailed onRetry={onRetry} lastGoodAt={dataUpdatedAt} /> : null}
        {isLoading ? <Skeleton height={480} /> : null}
        {data?.data.length === 0 ? <p className="dim book-empty">{findMessages.book.empty}</p> : null}
        {data && data.data.length > 0 ? <ReportRows rows={data.data} /> : null}
      </section>
      {data && data.meta.total > data.meta.per_page ? (
        <Pages
          page={find.page ?? 1}
          hasMore={data.meta.total_is_capped || data.meta.page * data.meta.per_page < data.meta.total}
          onPage={(page) => set({ page })}
        />
      ) : null}
    </>
  )
}

function queryOf(find: ReportParams, { from, to }: Period) {
  const { state, dispatcher, driver, company, account, reason, endedBy, interval, online, by } = find
  return {
    date_from: wireOf(from),
    date_to: wireOf(to),
    ...(state ? { state } : {}),
    ...(dispatcher ? { dispatcher_id: dispatcher } : {}),
    ...(driver ? { driver_id: driver } : {}),
    ...(company ? { company_id: company } : {}),
    ...(account ? { protocol_user_id: account } : {}),
    ...(reason ? { reason } : {}),
    ...(endedBy ? { ended_by: endedBy } : {}),
    ...(interval === undefined ? {} : { interval_id: String(interval) }),
    ...(online ? { online: '1' as const } : {}),
    ...(by ? { date_of: by } : {}),
  }
}

interface FilterProps {
  find: ReportParams
  period: Period
  onSet: (change: { [K in keyof ReportParams]?: ReportParams[K] | undefined }) => void
}

function ReportFilters({ find, period, onSet }: FilterProps) {
  const companies = useMyCompanies()
  return (
    <div className="book-filters no-print">
      <PeriodFilter period={period} onSet={onSet} />
      <NativeSelect
        label={messages.state}
        value={find.state ?? ''}
        data={[
          { value: '', label: messages.allStates },
          ...STATES.map((state) => ({ value: state as string, label: ro.order.states[state] })),
        ]}
        onChange={(event) => onSet({ state: STATES.find((state) => state === event.currentTarget.value) })}
      />
      <UserSelect
        label={findMessages.dispatcher}
        roles={DISPATCHERS}
        value={find.dispatcher ?? null}
        onChange={(id) => onSet({ dispatcher: id ?? undefined })}
      />
      <UserSelect
        label={findMessages.driver}
        roles={DRIVERS}
        value={find.driver ?? null}
        onChange={(id) => onSet({ driver: id ?? undefined })}
      />
      <UserSelect
        label={totals.account}
        roles={ACCOUNTS}
        value={find.account ?? null}
        onChange={(id) => onSet({ account: id ?? undefined })}
      />
      <NativeSelect
        label={totals.reason}
        value={find.reason ?? ''}
        data={[
          { value: '', label: totals.anyReason },
          ...CANCELLATION_REASONS.map((reason) => ({ value: reason as string, label: totals.reasons[reason] })),
        ]}
        onChange={(event) =>
          onSet({ reason: CANCELLATION_REASONS.find((reason) => reason === event.currentTarget.value) })
        }
      />
      <NativeSelect
        label={totals.endedBy}
        value={find.endedBy ?? ''}
        data={[
          { value: '', label: totals.anybody },
          ...CANCELED_BY.map((who) => ({ value: who as string, label: totals.enders[who] })),
        ]}
        onChange={(event) => onSet({ endedBy: CANCELED_BY.find((who) => who === event.currentTarget.value) })}
      />
      {find.interval === undefined ? null : (
        <p className="small">
          {totals.ofInterval}{' '}
          <Button size="compact-xs" variant="default" onClick={() => onSet({ interval: undefined })}>
            {totals.everyInterval}
          </Button>
        </p>
      )}
      <NativeSelect
        label={totals.dateOf}
        value={find.by ?? 'order'}
        data={Object.entries(totals.dates).map(([value, label]) => ({ value, label }))}
        onChange={(event) => onSet({ by: event.currentTarget.value === 'end' ? 'end' : undefined })}
      />
      <CompanySelect
        companies={companies}
        value={find.company}
        onChange={(id) => onSet({ company: id ?? undefined })}
      />
      <Checkbox
        className="report-online"
        label={totals.online}
        checked={find.online === 1}
        onChange={(event) => onSet({ online: event.currentTarget.checked ? 1 : undefined })}
      />
    </div>
  )
}
