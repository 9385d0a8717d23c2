import { listOrdersForReport } from '@dispecerat/contract/orders/order-lists'
import type { OrderState } from '@dispecerat/domain/orders/order'
import { ActionIcon, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { showOrderPreview } from '../../shared/order-preview/order-preview-drawer.tsx'
import { shortAddress, shownTime } from '../../text/format.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useThrottled } from '../../ui/use-throttled.ts'
import '../../shared/orders/order-state-badge.css'
import { dashboardMessages as messages } from './dashboard-messages.ts'

/** The panel is as high as seven orders. */
const SHOWN = 7
const CALM_MS = 1000

/** The newest orders; one opens beside the page. */
export function RecentOrders() {
  const { data, isError, isFetching, refetch, dataUpdatedAt } = useEndpointQuery(
    listOrdersForReport,
    { query: { per_page: SHOWN } },
    { refetchInterval: useFallbackInterval(FALLBACK_MS.statistics) },
  )
  const readAgain = useThrottled(() => refetch(), CALM_MS)
  useLive('live_orders_updated', readAgain)
  useLive('remove_live_order', readAgain)
  useResync(readAgain)
  return (
    <section className="panel dash-panel recent" aria-labelledby="recent-title" data-testid="Recent orders">
      <div className="dash-head">
        <h2 id="recent-title" className="panel-title">
          {messages.recent}
        </h2>
        <ActionIcon
          variant="default"
          size={26}
          aria-label={messages.refresh}
          aria-busy={isFetching}
          onClick={() => void refetch()}
        >
          <IconRefresh size={15} />
        </ActionIcon>
      </div>
      {isError ? <LoadFailed lastGoodAt={dataUpdatedAt} onRetry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton height={SHOWN * 33} /> : null}
      {data?.data.length === 0 ? <p className="dim">{messages.noRecent}</p> : null}
      <ol>
        {data?.data.map((order) => (
          <li key={order.orderId}>
            <button
              type="button"
              className="recent-row"
              aria-haspopup="dialog"
              onClick={() => showOrderPreview(order.orderId)}
            >
              <span className="recent-badge">
                <RecentBadge state={order.state} />
              </span>
              <b className="digits recent-sign">{order.indicativ ?? ''}</b>
              <span className="recent-address">
                {order.placeName ? shortAddress(order.placeName) : messages.noAddress}
              </span>
              <time className="small dim">{shownTime(order.orderDate)}</time>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Only four states, whatever the state of the trip. */
function RecentBadge({ state }: { state: OrderState }) {
  const key = state === 'assigned' || state === 'finished' || state === 'canceled' ? state : 'other'
  const sign = { assigned: '▶', finished: '✓', canceled: '✕', other: '○' }[key]
  return (
    <span className={`tag state-badge state-${key === 'other' ? 'new' : key}`}>
      <span aria-hidden>{sign}</span>
      {messages.badge[key]}
    </span>
  )
}
