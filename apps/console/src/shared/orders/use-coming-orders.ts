import {
  countScheduledOrders,
  listScheduledOrders,
  readScheduleRules,
} from '@dispecerat/contract/dispatch/scheduled-orders'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { serverNow } from '../../ui/now.ts'
import { useThrottled } from '../../ui/use-throttled.ts'

const MIN_INTERVAL_MS = 1_000
const HOUR_MS = 3_600_000

/** Invalidates scheduled orders when one was placed, moved, started, canceled or deleted. */
export function useScheduledInvalidation() {
  const cache = useQueryClient()
  const again = useThrottled(
    () => invalidate(cache, listScheduledOrders, countScheduledOrders, readScheduleRules),
    MIN_INTERVAL_MS,
  )
  useLive('live_orders_updated', ({ order }) => {
    if (order === null || order.start_at !== null) again()
  })
  useLive('remove_live_order', again)
  useLive('company_settings_changed', again)
  useResync(again)
}

/** Number of scheduled orders; undefined until it is known, and for users who may not know. */
export function useComingOrders(): number | undefined {
  const mayRead = useUser().permissions.includes('orders.dispatch')
  useScheduledInvalidation()
  const { data } = useQuery({
    queryKey: endpointKey(countScheduledOrders, {}, 'coming'),
    queryFn: ({ signal }) => {
      const now = serverNow()
      const query = { from: toWireTime(new Date(now)), to: toWireTime(new Date(now + HOUR_MS)) }
      return request(countScheduledOrders, { query }, { signal })
    },
    enabled: mayRead,
    refetchInterval: useFallbackInterval(FALLBACK_MS.counts),
  })
  return data?.coming
}
