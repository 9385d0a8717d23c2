import { listPolygons, type Polygon, readZoneStatistics } from '@dispecerat/contract/geography/zones'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'

/** The company's zones, refetched after every change. */
export function useZones() {
  const cache = useQueryClient()
  const refetch = () => refreshZones(cache)
  useLive('polygons_changed', refetch)
  useResync(refetch)
  return useEndpointQuery(listPolygons, {}, { staleTime: 5 * 60_000 })
}

export function refreshZones(cache: QueryClient): Promise<unknown> {
  return invalidate(cache, readZoneStatistics, listPolygons)
}

/** Shows the zone from the reply before the list is refetched. */
export function putZone(cache: QueryClient, zone: Polygon) {
  cache.setQueryData<Polygon[]>(
    endpointKey(listPolygons),
    (zones) => zones && [...zones.filter(({ id }) => id !== zone.id), zone],
  )
}
