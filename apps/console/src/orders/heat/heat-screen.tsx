import { MAX_HEAT_DAYS, readHeat, readHeatTable } from '@dispecerat/contract/orders/heat'
import { Skeleton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { heatMessages as messages } from '../../shared/reports/heat-messages.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import '../../shared/data-table/books.css'
import '../../shared/reports/orders-report.css'
import './heat.css'
import { ReportTabs } from '../../shared/reports/report-tabs.tsx'
import { type DaysOf, HeatFilters, HourSlider, lastDays } from './heat-filters.tsx'
import { HeatTable } from './heat-table.tsx'

const HeatMap = later(() => import('./heat-map.tsx').then((m) => m.HeatMap))
const USUAL_DAYS = 30
const DAY_MS = 86_400_000

/** /reports/heat: pickups of orders on a map, by hour. */
export function HeatScreen() {
  const find = useSearch({ from: '/app/reports/heat' })
  const navigate = useNavigate({ from: '/reports/heat' })
  const usual = lastDays(USUAL_DAYS)
  const days: DaysOf = { from: find.from ?? usual.from, to: find.to ?? usual.to }
  const set = (change: object) =>
    void navigate({ search: (search) => ({ ...search, ...change }), replace: true, resetScroll: false })
  const problem = problemOf(days)
  const period = {
    ...days,
    ...(find.weekday === undefined ? {} : { weekday: String(find.weekday) }),
    ...(find.company === undefined ? {} : { company_id: String(find.company) }),
  }
  return (
    <main id="content" className="page report heat">
      <h1>{messages.title}</h1>
      <ReportTabs />
      <HeatFilters find={find} days={days} onSet={set} />
      <div className="panel heat-line no-print">
        <HourSlider hour={find.hour} onSet={(hour) => set({ hour })} />
      </div>
      {problem ? <p role="alert">{problem}</p> : null}
      {problem === null && find.as === 'table' ? <Table period={period} hour={find.hour} /> : null}
      {problem === null && find.as !== 'table' ? <OnMap period={period} hour={find.hour} /> : null}
    </main>
  )
}

function problemOf({ from, to }: DaysOf): string | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days < 0) return messages.wrongEnd
  return days > MAX_HEAT_DAYS ? messages.tooLong : null
}

type Period = DaysOf & { weekday?: string; company_id?: string }

function OnMap({ period, hour }: { period: Period; hour: number | undefined }) {
  const params = { ...period, ...(hour === undefined ? {} : { hour: String(hour) }) }
  const { data, isError, dataUpdatedAt, refetch } = useEndpointQuery(
    readHeat,
    { query: params as never },
    { placeholderData: keepPreviousData },
  )
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} lastGoodAt={dataUpdatedAt} />
  const cells = data?.data ?? NOTHING
  return (
    <>
      <div className="report-line">
        <p className="small dim" role="status">
          {data ? summaryOf(data, hour) : ''}
        </p>
        <Ramp />
      </div>
      <div className="panel heat-map">
        {data ? (
          <Suspense fallback={<Skeleton height="100%" />}>
            <HeatMap cells={cells} />
          </Suspense>
        ) : (
          <Skeleton height="100%" />
        )}
      </div>
      <p className="small dim">{messages.hint}</p>
    </>
  )
}

const NOTHING: { lat: number; long: number; orders: number }[] = []

function summaryOf(
  { data, meta }: { data: readonly { orders: number }[]; meta: { orders: number; cells_left_out: number } },
  hour: number | undefined,
): string {
  const [busiest] = data
  if (!busiest) return hour === undefined ? messages.none : messages.noneAtHour
  const facts = [messages.orders(meta.orders), messages.busiest(busiest.orders)]
  if (meta.cells_left_out > 0) facts.push(messages.leftOut(meta.cells_left_out))
  return facts.join(' · ')
}

/** The legend from cold to hot, with texts at its ends. */
function Ramp() {
  return (
    <p className="small dim heat-ramp">
      {messages.few} <span className="heat-ramp-bar" aria-hidden /> {messages.many}
    </p>
  )
}

function Table({ period, hour }: { period: Period; hour: number | undefined }) {
  const { data, isError, dataUpdatedAt, refetch } = useEndpointQuery(
    readHeatTable,
    { query: period as never },
    { placeholderData: keepPreviousData },
  )
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} lastGoodAt={dataUpdatedAt} />
  if (!data) return <Skeleton height={480} />
  if (data.data.length === 0) return <p className="panel book-empty">{messages.none}</p>
  return <HeatTable rows={data.data} hour={hour} />
}
