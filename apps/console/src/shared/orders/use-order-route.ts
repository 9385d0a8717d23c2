import { type OrderRoute, readOrderRoute } from '@dispecerat/contract/orders/routes'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'

/** The driver moves, so the route is polled at this interval. */
const REFETCH_INTERVAL_MS = 15_000

/** The route over the places of an order and the driver's route to the next one; null while there is none to draw. */
export function useOrderRoute(orderId: number | null): OrderRoute | null {
  const cache = useQueryClient()
  const isAllowed = useUser().permissions.includes('orders.dispatch')
  const again = (id: number) => {
    if (id === orderId) void invalidate(cache, [readOrderRoute, { params: { id: orderId } }])
  }
  useLive('order_driver_found', ({ order_id }) => again(order_id))
  useLive('order_updated', ({ order_id }) => again(order_id))
  useResync(() => orderId !== null && again(orderId))
  const { data } = useEndpointQuery(
    readOrderRoute,
    { params: { id: orderId ?? 0 } },
    {
      enabled: isAllowed && orderId !== null,
      refetchInterval: ({ state }) =>
        state.data?.data.to_pickup || state.data?.data.to_destination ? REFETCH_INTERVAL_MS : false,
    },
  )
  return data?.data ?? null
}
