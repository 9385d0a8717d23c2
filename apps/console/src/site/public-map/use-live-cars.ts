import { readLiveMap, readLivePositions } from '@dispecerat/contract/fleet/live-map'
import { ApiError } from '../../api/api-error.ts'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import type { Reply } from '../../api/request.ts'
import { useNow } from '../../ui/now.ts'

/** The public map has no login and no WebSocket, so it polls. */
const POLL_MS = 25_000
/** Twelve requests per minute, within the limit of thirty per IP address. */
const RETRY_DELAY_MS = 5_000
const TOO_MANY = 429
/** Two polls and a margin: older positions are drawn as stale. */
const STALE_MS = 2 * POLL_MS + 5_000
const REFETCH_INTERVAL_MS = { hidden: 60_000, shown: 600_000 }
const NO_CARS: Reply<typeof readLivePositions> = []

type Company = number | undefined
const paramsOf = (company: Company) => ({ query: company === undefined ? {} : { company: String(company) } })

/** The public positions of cars, polled, also while the tab is in the background. */
export function useLiveCars(company: Company) {
  const { data, error, dataUpdatedAt, refetch } = useEndpointQuery(readLivePositions, paramsOf(company), {
    refetchInterval: ({ state: { error } }) =>
      error && !(error instanceof ApiError && error.status === TOO_MANY) ? RETRY_DELAY_MS : POLL_MS,
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
  })
  const age = useNow(({ now }) => (dataUpdatedAt === 0 ? null : Math.max(0, Math.round((now - dataUpdatedAt) / 1000))))
  return {
    cars: data ?? NO_CARS,
    isKnown: data !== undefined,
    isStale: age !== null && age * 1000 > STALE_MS,
    ageSeconds: age,
    trouble: error === null ? null : error instanceof ApiError && error.status === TOO_MANY ? 'tooMany' : 'lost',
    refetch,
  } as const
}

/** Initial view of the map, and whether it is shown at all. */
export function useLiveMap(company: Company) {
  return useEndpointQuery(readLiveMap, paramsOf(company), {
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? RETRY_DELAY_MS : data.is_shown ? REFETCH_INTERVAL_MS.shown : REFETCH_INTERVAL_MS.hidden,
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
  }).data
}
