import { type Incident, listIncidents } from '@dispecerat/contract/office/incidents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'

export const INCIDENTS = 'incidents'

/**
 * Every SOS that no dispatcher has taken: pushed, and refetched after each (re)connect and reload, so that none is
 * lost.
 */
export function useOpenAlarms(): readonly Incident[] {
  const cache = useQueryClient()
  const again = () => {
    void cache.invalidateQueries({ queryKey: [INCIDENTS] })
    void cache.invalidateQueries({ queryKey: ['statistics'] })
  }
  useLive('incident_created', again)
  useLive('incident_changed', again)
  useResync(again)
  const { data } = useQuery({
    queryKey: [INCIDENTS, 'alarms'],
    queryFn: ({ signal }) =>
      request(listIncidents, { query: { status: 'open', type: 'sos', per_page: 20 } }, { signal }),
    refetchInterval: useFallbackInterval(FALLBACK_MS.lists),
  })
  return data?.data ?? []
}
