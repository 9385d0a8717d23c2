import { STAND_QUEUES_CHANNEL } from '@dispecerat/contract/api/realtime'
import { listStands, readStandQueue, type Stand } from '@dispecerat/contract/fleet/stands'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { patchReply } from '../../api/patch-reply.ts'
import type { Reply } from '../../api/request.ts'
import { FALLBACK_MS, useFallbackInterval } from '../../realtime/net-state.ts'
import { useChannel, useLive, useResync } from '../../realtime/use-live.ts'

const NO_COMPANIES: StandsReply['companies'] = []
type StandsReply = Reply<typeof listStands>
const standsIn = (reply: StandsReply) => reply.data
const companiesIn = (reply: StandsReply) => reply.companies

/** The company's stands with the length of their queues, kept current. */
export function useStands() {
  const cache = useQueryClient()
  const refetch = () => refreshStands(cache)
  useChannel(STAND_QUEUES_CHANNEL, refetch)
  useLive('stands_changed', refetch)
  useLive('polygons_changed', refetch)
  useLive('stand_queue_changed', ({ stand_id, queue_length }) => {
    patchReply<StandsReply>(cache, endpointKey(listStands), (reply) => ({
      ...reply,
      data: reply.data.map((stand) => (stand.id === stand_id ? { ...stand, queue_length } : stand)),
    }))
    void invalidate(cache, [readStandQueue, { params: { id: stand_id } }])
  })
  useResync(refetch)
  const refetchInterval = useFallbackInterval(FALLBACK_MS.positions)
  return useEndpointQuery(listStands, {}, { select: standsIn, refetchInterval })
}

/** The companies that may have stands; more than one only for users of several companies and for administrators. */
export function useStandCompanies(): StandsReply['companies'] {
  return useEndpointQuery(listStands, {}, { select: companiesIn }).data ?? NO_COMPANIES
}

/** Shows the stand from the reply before the list is refetched. */
export function putStand(cache: QueryClient, stand: Stand) {
  patchReply<StandsReply>(cache, endpointKey(listStands), (reply) => ({
    ...reply,
    data: [...reply.data.filter(({ id }) => id !== stand.id), stand],
  }))
}

export function refreshStands(cache: QueryClient) {
  void invalidate(cache, listStands, readStandQueue)
}
