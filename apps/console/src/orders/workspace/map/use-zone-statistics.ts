import { readDriversInfo, readZoneStatistics } from '@dispecerat/contract/geography/zones'
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { useLive, useResync } from '../../../realtime/use-live.ts'
import { usePageIsVisible } from '../../../ui/use-page-is-visible.ts'
import { useThrottled } from '../../../ui/use-throttled.ts'

/**
 * A driver who moves to another zone causes no event, so the zones are polled at this interval while they are
 * visible.
 */
const MOVED_MS = 2000
/** A shift change causes a burst of events. */
const CALM_MS = 500

/** Free and busy drivers per zone, live while the sidebar is visible. */
export function useZoneCounts() {
  const cache = useQueryClient()
  const isVisible = usePageIsVisible()
  const readAgain = useThrottled(() => invalidate(cache, readZoneStatistics, readDriversInfo), CALM_MS)
  useLive('driver_status_changed', readAgain)
  useLive('polygons_changed', readAgain)
  useResync(readAgain)
  return useEndpointQuery(readZoneStatistics, {}, { refetchInterval: isVisible ? MOVED_MS : false })
}

/** The free drivers of a zone, the longest waiting first; null: those in no zone. */
export function useDriversOfZone(zoneId: number | null) {
  const isVisible = usePageIsVisible()
  return useEndpointQuery(
    readDriversInfo,
    { query: zoneId === null ? {} : { polygon_id: zoneId } },
    { placeholderData: keepPreviousData, refetchInterval: isVisible ? MOVED_MS : false },
  )
}
