import { STAND_QUEUES_CHANNEL } from '@dispecerat/contract/api/realtime'
import { listStands, type Stand } from '@dispecerat/contract/fleet/stands'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { patchReply } from '../../api/patch-reply.ts'
import { request } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useChannel, useLive, useResync } from '../../realtime/use-live.ts'

const STANDS = ['stands'] as const
const NO_COMPANIES: StandsReply['companies'] = []
const STANDS_QUERY = {
  queryKey: STANDS,
  queryFn: ({ signal }: { signal: AbortSignal }) => request(listStands, {}, { signal }),
}
type StandsReply = Awaited<ReturnType<typeof STANDS_QUERY.queryFn>>
const standsIn = (reply: StandsReply) => reply.data
const companiesIn = (reply: StandsReply) => reply.companies

export const standQueueKey = (standId: number) => ['stand-queue', standId] as const

/** The company's stands with the length of their queues, kept current. */
export function useStands() {
  const cache = useQueryClient()
  const refetch = () => refreshStands(cache)
  useChannel(STAND_QUEUES_CHANNEL, refetch)
  useLive('stands_changed', refetch)
  useLive('polygons_changed', refetch)
  useLive('stand_queue_changed', ({ stand_id, queue_length }) => {
    patchReply<StandsReply>(cache, STANDS, (reply) => ({
      ...reply,
      data: reply.data.map((stand) => (stand.id === stand_id ? { ...stand, queue_length } : stand)),
    }))
    void cache.invalidateQueries({ queryKey: standQueueKey(stand_id) })
  })
  useResync(refetch)
  return useQuery({
    ...STANDS_QUERY,
    select: standsIn,
    refetchInterval: useFallbackInterval(FALLBACK_MS.positions),
  })
}

/** The companies that may have stands; more than one only for users of several companies and for administrators. */
export function useStandCompanies(): StandsReply['companies'] {
  return useQuery({ ...STANDS_QUERY, select: companiesIn }).data ?? NO_COMPANIES
}

/** Shows the stand from the reply before the list is refetched. */
export function putStand(cache: QueryClient, stand: Stand) {
  patchReply<StandsReply>(cache, STANDS, (reply) => ({
    ...reply,
    data: [...reply.data.filter(({ id }) => id !== stand.id), stand],
  }))
}

export function refreshStands(cache: QueryClient) {
  void cache.invalidateQueries({ queryKey: STANDS })
  void cache.invalidateQueries({ queryKey: ['stand-queue'] })
}
