import { pretendCallersChannel } from '@dispecerat/contract/api/realtime'
import {
  callOffCaller,
  type PretendCaller,
  readCallers,
  readCallRate,
  sendCaller,
  setCallRate,
} from '@dispecerat/contract/demo/pretend-callers'
import { readSimulator } from '@dispecerat/contract/demo/simulator'
import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { patchReply } from '../../api/patch-reply.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useChannel, useLive, useResync } from '../../realtime/use-live.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { callersMessages as messages } from '../callers-messages.ts'

/** The companies that can be called. */
export function useLines() {
  return useEndpointQuery(readSimulator)
}

const PRESENCE_POLL_INTERVAL_MS = 15_000

/** The simulated city's calls with a company, live, and the numbers for new calls. */
export function useCityCallers(companyId: number) {
  const cache = useQueryClient()
  const query = { company_id: String(companyId) }
  const { data } = useEndpointQuery(readCallers, { query })
  const readAgain = () => void invalidate(cache, [readCallers, { query }])
  useChannel(pretendCallersChannel(companyId), readAgain)
  useLive('pretend_callers', ({ company_id, callers }) => {
    patchReply<ReplyOf<typeof readCallers>>(
      cache,
      endpointKey(readCallers, { query: { company_id: String(company_id) } }),
      (reply) => ({
        data: { ...reply.data, callers },
      }),
    )
  })
  useResync(readAgain)
  return data?.data ?? null
}

export function useCallRate(companyId: number) {
  const cache = useQueryClient()
  const query = { company_id: String(companyId) }
  useLive('company_settings_changed', () => void invalidate(cache, [readCallRate, { query }]))
  const { data } = useEndpointQuery(readCallRate, { query }, { refetchInterval: PRESENCE_POLL_INTERVAL_MS })
  return data?.data ?? null
}

export function useCityActions(companyId: number) {
  const cache = useQueryClient()
  const setRate = useAction(
    (perHour: number, key) => request(setCallRate, { body: { company_id: companyId, per_hour: perHour } }, { key }),
    {
      done: (reply) => {
        cache.setQueryData(endpointKey(readCallRate, { query: { company_id: String(companyId) } }), reply)
        toast.good(messages.city.saved(reply.data.per_hour))
      },
    },
  )
  const send = useAction((_: null) => request(sendCaller, { body: { company_id: companyId } }))
  const callOff = useAction(({ id }: Pick<PretendCaller, 'id'>) => request(callOffCaller, { params: { id } }))
  return { setRate, send, callOff }
}
