import { type Incident, listIncidents, readIncident } from '@dispecerat/contract/office/incidents'
import { readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useLive, useResync } from '../../realtime/use-live.ts'

/**
 * Every SOS that no dispatcher has taken: pushed, and refetched after each (re)connect and reload, so that none is
 * lost.
 */
export function useOpenAlarms(): readonly Incident[] {
  const cache = useQueryClient()
  const again = () => {
    void invalidate(cache, listIncidents, readIncident, readStatistics)
  }
  useLive('incident_created', again)
  useLive('incident_changed', again)
  useResync(again)
  const { data } = useEndpointQuery(
    listIncidents,
    { query: { status: 'open', type: 'sos', per_page: 20 } },
    { refetchInterval: useFallbackInterval(FALLBACK_MS.lists) },
  )
  return data?.data ?? []
}
