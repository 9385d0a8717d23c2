import type { ConsoleEventData, ConsoleEventName } from '@dispecerat/contract/realtime'

type Listener = (data: never) => void
const listeners = new Map<ConsoleEventName, Set<Listener>>()

/** Calls back for every such event until the returned function is called. */
export function onLive<N extends ConsoleEventName>(name: N, listener: (data: ConsoleEventData<N>) => void): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set)
  set.add(listener)
  return () => set.delete(listener)
}

export function announce<N extends ConsoleEventName>(name: N, data: ConsoleEventData<N>) {
  for (const listener of listeners.get(name) ?? []) {
    try {
      ;(listener as (data: ConsoleEventData<N>) => void)(data)
    } catch (error) {
      // One part of the screen that stumbles must not leave the others deaf.
      reportError(error)
    }
  }
}
