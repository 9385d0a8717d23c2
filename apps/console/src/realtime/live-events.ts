import type { ConsoleEventData, ConsoleEventName } from '@dispecerat/contract/api/realtime'

type Listener = (data: never) => void
const listeners = new Map<ConsoleEventName, Set<Listener>>()

/** Calls the listener for every such event until the returned function is called. */
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
      /* An error in one listener must not stop the others. */
      reportError(error)
    }
  }
}
