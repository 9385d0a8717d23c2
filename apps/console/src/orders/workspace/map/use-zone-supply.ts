/* Not in its component's file, which exports only components: the test of the subscribed channels imports this. */
import { SUPPLY_CHANNEL } from '@dispecerat/contract/api/realtime'
import { readSupply, type ZoneSupply } from '@dispecerat/contract/orders/supply'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { patchReply } from '../../../api/patch-reply.ts'
import { request } from '../../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../../realtime/net-state.ts'
import { useChannel, useLive, useResync } from '../../../realtime/use-live.ts'

const SUPPLY = ['zones-supply']

/** The forecast of the zones for ten minutes ahead, pushed while the list is visible. */
export function useZoneSupply() {
  const cache = useQueryClient()
  const readAgain = () => void cache.invalidateQueries({ queryKey: SUPPLY })
  useChannel(SUPPLY_CHANNEL, readAgain)
  useLive('ws_supply', ({ zones }) => {
    const fresh = new Map(zones.map((zone) => [zone.polygonId, zone]))
    patchReply<{ data: ZoneSupply[] }>(cache, SUPPLY, ({ data }) => ({
      data: data.map((zone) => fresh.get(zone.polygonId) ?? zone),
    }))
  })
  useLive('polygons_changed', readAgain)
  useResync(readAgain)
  return useQuery({
    queryKey: SUPPLY,
    queryFn: ({ signal }) => request(readSupply, {}, { signal }),
    refetchInterval: useFallbackInterval(FALLBACK_MS.counts),
  })
}
