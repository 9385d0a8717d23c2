import { useSyncExternalStore } from 'react'

function watch(changed: () => void) {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** False in a background tab. */
export function usePageIsVisible(): boolean {
  return useSyncExternalStore(watch, () => !document.hidden)
}
