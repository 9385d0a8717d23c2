import { replayChannel } from '@dispecerat/contract/api/realtime'
import { cancelReplay, listReplays, type Replay, readReplay, startReplay } from '@dispecerat/contract/dispatch/replays'
import type { SearchRules } from '@dispecerat/contract/dispatch/search-rules'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { endpointKey, invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useChannel, useLive } from '../../realtime/use-live.ts'
import type { ReplayDay } from './replay-days.ts'

/** Progress is pushed; polled at this interval as well, in case a frame was lost. */
const POLL_INTERVAL_MS = 2000

interface StartedReplay {
  id: number
  /** Serialised rules of the replay, to detect whether they were edited since. */
  print: string
}

/** One replay at a time: started here, or found running when the screen opens. */
export function useReplay(companyId: number | null) {
  const [started, setStarted] = useState<StartedReplay | null>(null)
  const running = useRunning(companyId, started === null)
  const id = started?.id ?? running
  const replay = useReplayInvalidation(id)
  const cache = useQueryClient()
  const put = (data: Replay) => cache.setQueryData(endpointKey(readReplay, { params: { id: data.id } }), { data })

  const start = useAction(
    ({ rules, day }: { rules: SearchRules; day: ReplayDay }, key) => {
      const range = { from: day.from, to: day.to }
      return request(startReplay, { body: { company_id: companyId ?? undefined, rules, ...range } }, { key })
    },
    {
      done: ({ data }, { rules }) => {
        put(data)
        setStarted({ id: data.id, print: JSON.stringify(rules) })
      },
      /* A colleague started one first: theirs is shown, after the global handler has reported the error. */
      failed: (error) => {
        if (error instanceof ApiError && error.code === 'replay.already_running') {
          setStarted(null)
          void invalidate(cache, listReplays)
        }
        return false
      },
    },
  )
  const cancel = useAction(
    (which: number, key) => request(cancelReplay, { params: { id: which }, body: {} }, { key }),
    {
      done: ({ data }) => put(data),
    },
  )
  return { replay: replay ?? null, print: started?.print ?? null, start, cancel }
}

/** Id of a replay of the company that is already running. */
function useRunning(companyId: number | null, isWanted: boolean): number | null {
  const { data } = useEndpointQuery(
    listReplays,
    { query: { company_id: companyId ?? undefined } },
    { enabled: isWanted && companyId !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )
  return data?.data.find(({ status }) => status === 'running')?.id ?? null
}

function useReplayInvalidation(id: number | null): Replay | undefined {
  const { data, refetch } = useEndpointQuery(
    readReplay,
    { params: { id: id ?? 0 } },
    {
      enabled: id !== null,
      refetchInterval: ({ state }) => (state.data?.data.status === 'running' ? POLL_INTERVAL_MS : false),
    },
  )
  const cache = useQueryClient()
  useChannel(id !== null && data?.data.status === 'running' ? replayChannel(id) : null, () => void refetch())
  useLive('replay_progress', (event) => {
    if (event.id !== id) return
    if (event.status !== 'running') {
      void refetch()
      return
    }
    cache.setQueryData<{ data: Replay }>(endpointKey(readReplay, { params: { id: id ?? 0 } }), (before) => {
      if (before === undefined || before.data.status !== 'running') return before
      return { data: { ...before.data, progress: Math.max(before.data.progress, event.progress) } }
    })
  })
  return data?.data
}
