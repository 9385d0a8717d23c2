import type { ConsoleEventData, ConsoleEventName } from '@dispecerat/contract/realtime'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { onLive } from './live-events.ts'
import { subscribe } from './live-socket.ts'

/** Hears one kind of event while the component is mounted, with what is on the screen at that moment. */
export function useLive<N extends ConsoleEventName>(name: N, hear: (data: ConsoleEventData<N>) => void) {
  const latest = useRef(hear)
  const [listener] = useState(() => (data: ConsoleEventData<N>) => latest.current(data))
  useLayoutEffect(() => {
    latest.current = hear
  })
  useLayoutEffect(() => void onLive(name, listener), [name, listener])
  // What React hides until a part of it is loaded keeps its queries and channels, and so must keep hearing: its layout effects end.
  useEffect(() => onLive(name, listener), [name, listener])
}

/**
 * Keeps a channel subscribed while the component is mounted; null subscribes to none. `readAgain` runs when the subscription has taken
 * effect, also after a reconnect: events of a channel from before it are never sent, not even to a connection that resumed.
 */
export function useChannel(channel: string | null, readAgain: () => void) {
  useLive('subscribed', (subscribed) => {
    if (subscribed.channel === channel) readAgain()
  })
  useEffect(() => (channel === null ? undefined : subscribe(channel)), [channel])
}

/** Runs when nobody knows what was missed: a connection that could not resume, or the server's word to start over. */
export function useResync(startOver: () => void) {
  useLive('resync', startOver)
  useLive('ready', ({ resumed }) => {
    if (!resumed) startOver()
  })
}
