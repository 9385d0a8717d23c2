import { useEffect, useState } from 'react'

/** A lock that one of this browser's tabs holds; the next one gets it when that one closes. */
export function useSoundLock(): boolean {
  const [holds, setHolds] = useState(() => navigator.locks === undefined)
  useEffect(() => {
    if (navigator.locks === undefined) return
    const gone = new AbortController()
    const untilGone = () =>
      new Promise<void>((resolve) => {
        if (gone.signal.aborted) return resolve()
        setHolds(true)
        gone.signal.addEventListener('abort', () => resolve())
      })
    navigator.locks.request('ring-sound', { signal: gone.signal }, untilGone).catch(() => undefined)
    return () => {
      gone.abort()
      setHolds(false)
    }
  }, [])
  return holds
}
