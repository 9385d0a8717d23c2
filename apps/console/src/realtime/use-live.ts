import type { ConsoleEventData, ConsoleEventName } from '@dispecerat/contract/realtime'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { onLive } from './live-events.ts'
import { subscribe } from './live-socket.ts'

/** Hears one kind of event while the component is mounted, with what is on the screen at that moment. */
export function useLive<N extends ConsoleEventName>(name: N, hear: (data: ConsoleEventData<N>) => void) {
  const latest = useRef(hear)
  useLayoutEffect(() => {
    latest.current = hear
  })
  useLayoutEffect(() => onLive(name, (data) => latest.current(data)), [name])
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
