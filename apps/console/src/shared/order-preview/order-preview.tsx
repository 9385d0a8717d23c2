import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { Drawer, Skeleton } from '@mantine/core'
import { isMissing } from '../../api/api-error.ts'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { useEscLayer } from '../../ui/dialogs/esc-layer.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { orderPreviewMessages as messages } from './order-preview-messages.ts'
import './order-preview.css'
import { OrderStateBadge } from '../orders/order-state-badge.tsx'
import { OrderPreviewActions } from './order-preview-actions.tsx'
import { OrderPreviewFacts } from './order-preview-facts.tsx'
import { OrderPreviewMap } from './order-preview-map.tsx'

const WIDTH = 900

/** One order beside the screen, read-only; editing it is done on the order screen. */
export function OrderPreview({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  useEscLayer(onClose)
  const { order, error, retry } = usePreviewed(orderId)
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size={WIDTH}
      title={<PreviewTitle orderId={orderId} order={order} />}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': messages.close }}
    >
      {error && !order ? (
        <LoadFailed
          text={isMissing(error) ? messages.unknown : undefined}
          {...(isMissing(error) ? {} : { onRetry: retry })}
        />
      ) : null}
      {!order && !error ? <Skeleton height={320} /> : null}
      {order ? (
        <div className="order-preview">
          <div>
            <OrderPreviewFacts order={order} />
          </div>
          <div className="order-preview-side">
            <OrderPreviewMap order={order} />
            <OrderPreviewActions order={order} onLeave={onClose} />
          </div>
        </div>
      ) : null}
    </Drawer>
  )
}

function PreviewTitle({ orderId, order }: { orderId: number; order: OrderView | undefined }) {
  return (
    <span className="order-preview-title">
      {messages.title(orderId)}
      {order ? <OrderStateBadge state={order.state} tripState={order.trip_state} /> : null}
    </span>
  )
}

function usePreviewed(orderId: number) {
  const { data, error, refetch } = useEndpointQuery(readOrder, { params: { id: orderId } }, { retry: false })
  const again = ({ order_id }: { order_id: number }) => {
    if (order_id === orderId) void refetch()
  }
  useLive('order_updated', again)
  useLive('live_orders_updated', again)
  useResync(() => void refetch())
  return { order: data?.data, error, retry: () => void refetch() }
}
