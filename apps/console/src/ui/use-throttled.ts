import { useEffect, useRef, useState } from 'react'

interface Throttled {
  request: () => void
  /** Drops a pending run; it can be requested again later. */
  stop: () => void
}

/** `throttled` while the component is mounted; always calls the newest `run`. */
export function useThrottled(run: () => Promise<unknown>, ms: number): () => void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const [{ request: requestRun, stop }] = useState(() => throttled(() => latest.current(), ms))
  useEffect(() => stop, [stop])
  return requestRun
}

/**
 * Runs soon after the first request, then at most once per `ms` and never before the last run has ended; the last
 * request is never lost. A read that takes longer than `ms` would otherwise be restarted with every event and never
 * finish.
 */
export function throttled(run: () => Promise<unknown>, ms: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined
  let begunAt = 0
  let isWanted = false
  const requestRun = () => {
    isWanted = true
    timer ??= setTimeout(begin, Math.max(0, begunAt + ms - Date.now()))
  }
  const ended = () => {
    timer = undefined
    if (isWanted) requestRun()
  }
  const begin = () => {
    begunAt = Date.now()
    isWanted = false
    run().then(ended, ended)
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    isWanted = false
  }
  return { request: requestRun, stop }
}
