interface Throttled {
  request: () => void
  /** Drops a pending run; it can be requested again later. */
  stop: () => void
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
