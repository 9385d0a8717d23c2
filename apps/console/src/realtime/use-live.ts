import type { ConsoleEventData, ConsoleEventName } from '@dispecerat/contract/api/realtime'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { onLive, subscribe } from './live-socket.ts'

/** Subscribes to one kind of event while the component is mounted; the listener sees the latest render. */
export function useLive<N extends ConsoleEventName>(name: N, onEvent: (data: ConsoleEventData<N>) => void) {
  const latest = useRef(onEvent)
  const [listener] = useState(() => (data: ConsoleEventData<N>) => latest.current(data))
  useLayoutEffect(() => {
    latest.current = onEvent
  })
  useLayoutEffect(() => void onLive(name, listener), [name, listener])
  /*
   * A component hidden by Suspense keeps its queries and channels and so must stay subscribed, although its layout
   * effects are cleaned up.
   */
  useEffect(() => onLive(name, listener), [name, listener])
}

/**
 * Keeps a channel subscribed while the component is mounted; null subscribes to none. `readAgain` runs when the
 * subscription has taken effect, also after a reconnect: earlier events of a channel are never sent, not even to a
 * connection that resumed.
 */
export function useChannel(channel: string | null, readAgain: () => void) {
  useLive('subscribed', (subscribed) => {
    if (subscribed.channel === channel) readAgain()
  })
  useEffect(() => (channel === null ? undefined : subscribe(channel)), [channel])
}

/** Runs when events may have been missed: after a connection that could not resume, or a `resync` of the server. */
export function useResync(startOver: () => void) {
  useLive('resync', startOver)
  useLive('ready', ({ resumed }) => {
    if (!resumed) startOver()
  })
}
