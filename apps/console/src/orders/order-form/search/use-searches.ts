/* Not in its component's file, which exports only components: the test of the subscribed channels imports this. */
import { orderDriversChannel } from '@dispecerat/contract/api/realtime'
import { readOrderDrivers, type Searches } from '@dispecerat/contract/dispatch/search'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../../realtime/net-state.ts'
import { useChannel, useLive, useResync } from '../../../realtime/use-live.ts'
import { laterRounds } from './rounds.ts'

/** The rounds of an order's search: loaded once, then pushed one by one. */
export function useSearches(orderId: number, all: boolean) {
  const cache = useQueryClient()
  const input = { query: all ? { orderId, all: '1' as const } : { orderId } }
  const readAgain = () => void invalidate(cache, [readOrderDrivers, { query: { orderId } }])
  useChannel(orderDriversChannel(orderId), readAgain)
  useLive('ws_order_drivers', ({ order_id, searches }) => {
    if (order_id !== orderId) return
    cache.setQueryData<Searches>(endpointKey(readOrderDrivers, input), (known) => ({
      searches: laterRounds(known?.searches ?? [], searches),
    }))
  })
  useResync(readAgain)
  return useEndpointQuery(readOrderDrivers, input, { refetchInterval: useFallbackInterval(FALLBACK_MS.inCall) })
}
