import { readStatistics } from '@dispecerat/contract/company-desk'
import { listOrdersForReport } from '@dispecerat/contract/order-lists'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { FALLBACK_MS } from '../../realtime/net-state.ts'
import { useLive } from '../../realtime/use-live.ts'
import { hourToSecond, shortAddress, shownTime } from '../../text/format.ts'
import { groupThousands } from '../../text/plural.ts'
import { ro } from '../../text/ro.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'
import './dashboard.css'

const words = ro.dashboard
/** Live changes of the counters are asked for at most this often. */
const CALM_MS = 2000

export function DashboardScreen() {
  const user = useUser()
  return (
    <main id="content" className="page dashboard">
      <h1 className="hello">{words.hello(user.name ?? user.email ?? '')}</h1>
      <StatCards />
      <RecentOrders />
    </main>
  )
}

function useStatistics() {
  const query = useQuery({
    queryKey: ['statistics'],
    queryFn: ({ signal }) => call(readStatistics, {}, { signal }),
    refetchInterval: FALLBACK_MS.statistics,
  })
  const refresh = useThrottled(() => void query.refetch(), CALM_MS)
  useLive('order_counts', refresh)
  useLive('driver_status_changed', refresh)
  return query
}

function StatCards() {
  const { data, isError, refetch, dataUpdatedAt } = useStatistics()
  if (isError && !data) return <LoadFailed onRetry={() => void refetch()} />
  const shown = (n: number | undefined) => (n === undefined ? <Skeleton width={48} height={24} /> : groupThousands(n))
  return (
    <section aria-label={words.stats}>
      <ul className="stat-cards">
        <Card
          title={words.ordersToday}
          to="/operator"
          note={data ? `${words.canceledToday}: ${data.canceledOrdersTodayCount}` : ''}
        >
          {shown(data?.ordersTodayCount)}
        </Card>
        <Card title={words.drivers} to="/operator/map" note={data ? words.driversOnline(data.driversOnlineCount) : ''}>
          {shown(data?.driversCount)}
        </Card>
        <Card title={words.clients}>{shown(data?.clientsCount)}</Card>
        <Card title={words.total}>{shown(data?.ordersTotalCount)}</Card>
        <Card title={words.announces}>{shown(data?.announcesCount)}</Card>
        <Card title={words.incidents}>{shown(data?.incidentsCount)}</Card>
      </ul>
      {dataUpdatedAt > 0 ? <p className="small dim">{ro.updatedAt(hourToSecond(new Date(dataUpdatedAt)))}</p> : null}
    </section>
  )
}

/** A card is a link only where the console has the page it would lead to. */
function Card({
  title,
  to,
  note,
  children,
}: {
  title: string
  to?: '/operator' | '/operator/map'
  note?: string
  children: ReactNode
}) {
  const inside = (
    <>
      <span className="stat-title">{title}</span>
      <span className="stat-number digits">{children}</span>
      <span className="small dim">{note}</span>
    </>
  )
  return <li className="panel stat-card">{to ? <Link to={to}>{inside}</Link> : <div>{inside}</div>}</li>
}

/** DASH-17…20: only three words here, whatever the trip does. */
function RecentBadge({ state }: { state: 'new' | 'created' | 'assigned' | 'finished' | 'canceled' | 'pending' }) {
  const key = state === 'assigned' || state === 'finished' || state === 'canceled' ? state : 'other'
  const sign = { assigned: '▶', finished: '✓', canceled: '✕', other: '○' }[key]
  return (
    <span className={`state-badge state-${key === 'other' ? 'new' : key}`}>
      <span aria-hidden>{sign}</span>
      {words.badge[key]}
    </span>
  )
}

function RecentOrders() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['recent-orders'],
    queryFn: ({ signal }) => call(listOrdersForReport, { query: { per_page: 7 } }, { signal }),
    refetchInterval: FALLBACK_MS.statistics,
  })
  const refresh = useThrottled(() => void refetch(), CALM_MS)
  useLive('live_orders_updated', refresh)
  return (
    <section className="panel recent" aria-labelledby="recent-title">
      <div className="recent-head">
        <h2 id="recent-title" className="panel-title">
          {words.recent}
        </h2>
        <ActionIcon
          variant="default"
          size={26}
          aria-label={words.refresh}
          loading={isFetching}
          onClick={() => void refetch()}
        >
          <IconRefresh size={15} />
        </ActionIcon>
      </div>
      {isError && !data ? <LoadFailed onRetry={() => void refetch()} /> : null}
      {data?.data.length === 0 ? <p className="dim">{words.noRecent}</p> : null}
      <ol>
        {data?.data.map((order) => (
          <li key={order.orderId}>
            <Link to="/operator/order/$id" params={{ id: String(order.orderId) }} className="recent-row">
              <span className="recent-badge">
                <RecentBadge state={order.state} />
              </span>
              <b className="digits recent-sign">{order.indicativ ?? ''}</b>
              <span className="recent-address">
                {order.placeName ? shortAddress(order.placeName) : ro.lists.noAddress}
              </span>
              <time className="small dim">{shownTime(order.orderDate)}</time>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
