import { listWaitingOrders } from '@dispecerat/contract/orders/order-lists'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { request } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'

const KEY = ['waiting-orders'] as const
/** Limits refetches during a burst of changes. */
const MIN_INTERVAL_MS = 1000

/** Pickup points of orders without a driver; refetched when an order changes. */
export function useWaitingOrders(isWanted: boolean) {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const again = () => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      void cache.invalidateQueries({ queryKey: KEY })
    }, MIN_INTERVAL_MS)
  }
  useEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  useLive('live_orders_updated', again)
  useLive('remove_live_order', again)
  useResync(again)
  const every = useFallbackInterval(FALLBACK_MS.lists)
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request(listWaitingOrders, {}, { signal }),
    enabled: isWanted,
    refetchInterval: isWanted ? every : false,
  })
}
