import { type BroadcastProgress, listBroadcasts, stopBroadcast } from '@dispecerat/contract/office/broadcasts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { invalidate, useEndpointQuery } from '../../api/endpoint-query.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { toast } from '../../ui/dialogs/toast.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { broadcastMessages as messages } from './broadcast-messages.ts'

/** Poll interval while a broadcast is being delivered. */
const REFETCH_INTERVAL_MS = 2000
const MAX_SHOWN = 3

/** Progress of the newest broadcasts; one that is still being delivered can be stopped. */
export function BroadcastList() {
  const cache = useQueryClient()
  const { data, isError, refetch } = useEndpointQuery(
    listBroadcasts,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.data.some(isOnItsWay) ? REFETCH_INTERVAL_MS : false) },
  )
  const stop = useAction((id: string, key) => request(stopBroadcast, { params: { id } }, { key }), {
    done: () => {
      toast.good(messages.stopped)
      void invalidate(cache, listBroadcasts)
    },
  })
  if (isError) return <LoadFailed text={messages.notLoaded} onRetry={() => void refetch()} />
  const shown = (data?.data ?? []).filter((one, n) => n < MAX_SHOWN || isOnItsWay(one))
  if (shown.length === 0) return null
  return (
    <section aria-label={messages.title} className="broadcasts">
      <h2 className="small">{messages.title}</h2>
      <ul>
        {shown.map((one) => (
          <li key={one.broadcast_id}>
            <span className="broadcasts-text">{one.message}</span>
            <progress
              max={one.receivers}
              value={one.done - one.waiting}
              aria-label={messages.progressOf(one.message)}
            />
            <span className="small dim">{messages.states[one.state](one.done, one.receivers, one.waiting)}</span>
            {isOnItsWay(one) ? (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={messages.stopOf(one.message)}
                disabled={stop.busy}
                onClick={() => void stop.run(one.broadcast_id)}
              >
                {messages.stop}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function isOnItsWay({ state, waiting }: BroadcastProgress): boolean {
  return state === 'sending' || (state === 'sent' && waiting > 0)
}
