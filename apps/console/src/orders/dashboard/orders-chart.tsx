import { readOrdersByDay } from '@dispecerat/contract/orders/statistics'
import { groupThousands } from '@dispecerat/domain/kernel/plural'
import { CHART_RANGES, type ChartRange } from '@dispecerat/domain/orders/chart-range'
import { SegmentedControl, Skeleton, Switch, Table } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useMemo } from 'react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { FALLBACK_MS } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { later } from '../../ui/later.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'
import { type ChartPoints, chartPoints, totalOf } from './chart-points.ts'
import { dashboardMessages as messages } from './dashboard-messages.ts'

const ChartArea = later(() => import('./chart-area.tsx').then((m) => m.ChartArea))

const route = getRouteApi('/app/dashboard')
const CALM_MS = 5000
const SERIES = ['orders', 'finished', 'canceled'] as const

/** Orders by day, as a chart or a table, over five periods. */
export function OrdersChart() {
  const { range = '1m', as } = route.useSearch()
  const navigate = route.useNavigate()
  const { data, isError, refetch, dataUpdatedAt } = useOrdersByDay(range)
  const shown = useMemo(() => (data ? chartPoints(data.data) : null), [data])
  const show = (params: { range?: ChartRange; as?: 'table' }) =>
    void navigate({ search: (before) => ({ ...before, ...params }), replace: true })
  return (
    <section className="panel dash-panel chart-panel" aria-labelledby="chart-title">
      <div className="dash-head">
        <h2 id="chart-title" className="panel-title">
          {messages.chart}
        </h2>
        <SegmentedControl
          size="xs"
          transitionDuration={0}
          aria-label={messages.range}
          value={range}
          onChange={(next) => show({ range: next })}
          data={CHART_RANGES.map((value) => ({ value, label: messages.ranges[value] }))}
        />
        <Switch
          size="sm"
          label={messages.asTable}
          checked={as === 'table'}
          onChange={(event) => show({ as: event.currentTarget.checked ? 'table' : undefined })}
        />
      </div>
      {isError ? <LoadFailed lastGoodAt={dataUpdatedAt} onRetry={() => void refetch()} /> : null}
      {!shown && !isError ? <Skeleton height={270} /> : null}
      {shown ? (
        <>
          <Totals {...shown} />
          {as === 'table' ? (
            <ChartTable {...shown} />
          ) : (
            <Suspense fallback={<Skeleton height={240} />}>
              <ChartArea points={shown.points} byMonth={shown.byMonth} />
            </Suspense>
          )}
        </>
      ) : null}
    </section>
  )
}

function useOrdersByDay(range: ChartRange) {
  const query = useEndpointQuery(
    readOrdersByDay,
    { query: { range } },
    { placeholderData: keepPreviousData, refetchInterval: FALLBACK_MS.statistics },
  )
  const readAgain = useThrottled(() => query.refetch(), CALM_MS)
  useLive('order_counts', readAgain)
  useResync(readAgain)
  return query
}

function Totals({ points, byMonth }: ChartPoints) {
  const total = totalOf(points)
  return (
    <p className="chart-totals" role="status">
      {SERIES.map((name) => (
        <span key={name} className={`chart-total chart-${name}`}>
          {messages.series[name]} <b className="digits">{groupThousands(total[name])}</b>
        </span>
      ))}
      {byMonth ? <span className="small dim">{messages.byMonth}</span> : null}
    </p>
  )
}

/** The chart's figures as a table; newest first. */
function ChartTable({ points, byMonth }: ChartPoints) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="chart-table" aria-label={messages.chart} tabIndex={0}>
      <Table verticalSpacing={2} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{byMonth ? messages.month : messages.day}</Table.Th>
            {SERIES.map((name) => (
              <Table.Th key={name} ta="right">
                {messages.series[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.toReversed().map((point) => (
            <Table.Tr key={point.when}>
              <Table.Td className="digits">{point.when}</Table.Td>
              {SERIES.map((name) => (
                <Table.Td key={name} ta="right" className="digits">
                  {groupThousands(point[name])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
