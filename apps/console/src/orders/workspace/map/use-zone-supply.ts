/* Not in its component's file, which exports only components: the test of the subscribed channels imports this. */
import { SUPPLY_CHANNEL } from '@dispecerat/contract/api/realtime'
import { readSupply, type ZoneSupply } from '@dispecerat/contract/orders/supply'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { patchReply } from '../../../api/patch-reply.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../../realtime/net-state.ts'
import { useChannel, useLive, useResync } from '../../../realtime/use-live.ts'

/** The forecast of the zones for ten minutes ahead, pushed while the list is visible. */
export function useZoneSupply() {
  const cache = useQueryClient()
  const readAgain = () => void invalidate(cache, readSupply)
  useChannel(SUPPLY_CHANNEL, readAgain)
  useLive('ws_supply', ({ zones }) => {
    const fresh = new Map(zones.map((zone) => [zone.polygonId, zone]))
    patchReply<{ data: ZoneSupply[] }>(cache, endpointKey(readSupply), ({ data }) => ({
      data: data.map((zone) => fresh.get(zone.polygonId) ?? zone),
    }))
  })
  useLive('polygons_changed', readAgain)
  useResync(readAgain)
  return useEndpointQuery(readSupply, {}, { refetchInterval: useFallbackInterval(FALLBACK_MS.counts) })
}
