import { listPolygons, type Polygon } from '@dispecerat/contract/geography/zones'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'

const ZONES = ['polygons'] as const

/** The company's zones, refetched after every change. */
export function useZones() {
  const cache = useQueryClient()
  const refetch = () => refreshZones(cache)
  useLive('polygons_changed', refetch)
  useResync(refetch)
  return useQuery({
    queryKey: ZONES,
    queryFn: ({ signal }) => request(listPolygons, {}, { signal }),
    staleTime: 5 * 60_000,
  })
}

export function refreshZones(cache: QueryClient): Promise<void> {
  void cache.invalidateQueries({ queryKey: ['zone-statistics'] })
  return cache.invalidateQueries({ queryKey: ZONES })
}

/** Shows the zone from the reply before the list is refetched. */
export function putZone(cache: QueryClient, zone: Polygon) {
  cache.setQueryData<Polygon[]>(ZONES, (zones) => zones && [...zones.filter(({ id }) => id !== zone.id), zone])
}
