import { readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { FALLBACK_MS } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'
import { useThrottled } from '../../ui/use-throttled.ts'

/** A fleet changes many times a second; the counters are refetched less often. */
const CALM_MS = 2000

/** The counters of the user's companies: refetched after relevant events, and every 30 s. */
export function useStatistics() {
  const query = useEndpointQuery(readStatistics, {}, { refetchInterval: FALLBACK_MS.statistics })
  const readAgain = useThrottled(() => query.refetch(), CALM_MS)
  useLive('order_counts', readAgain)
  useLive('driver_status_changed', readAgain)
  useLive('priorities_changed', readAgain)
  useResync(readAgain)
  return query
}
