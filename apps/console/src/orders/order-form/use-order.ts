import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { invalidateOrder, keepOrder } from '../../shared/orders/keep-order.ts'

/** The open order, refetched on every event about it; 0 is none. */
export function useOrder(id: number) {
  const cache = useQueryClient()
  const again = (orderId: number) => {
    if (orderId === id) void invalidateOrder(cache, id)
  }
  useLive('order_sent_to_driver', ({ order_id }) => again(order_id))
  useLive('order_driver_found', ({ order_id }) => again(order_id))
  useLive('order_updated', ({ order_id }) => again(order_id))
  useLive('order_canceled', ({ order_id }) => again(order_id))
  useLive('live_orders_updated', ({ order_id }) => again(order_id))
  useResync(() => again(id))
  return useEndpointQuery(
    readOrder,
    { params: { id } },
    { enabled: id !== 0, refetchInterval: useFallbackInterval(FALLBACK_MS.lists) },
  )
}

/** After a conflict (409) the order is refetched. */
export function useRefetch() {
  const cache = useQueryClient()
  return (error: unknown, id: number): false => {
    if (error instanceof ApiError && error.status === 409) void invalidateOrder(cache, id)
    return false
  }
}

export function useKeepOrder() {
  const cache = useQueryClient()
  return {
    keep: (order: OrderView) => keepOrder(cache, order),
    /** The order's current state on the server. */
    fresh: async (id: number): Promise<OrderView> => {
      const { data } = await request(readOrder, { params: { id } })
      keepOrder(cache, data)
      return data
    },
  }
}
