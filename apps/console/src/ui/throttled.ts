interface Throttled {
  ask: () => void
  /** Forgets what was asked for; it may be asked again later. */
  stop: () => void
}

/**
 * Runs soon after the first ask, then at most once per `ms` and never before the last run has ended, the last ask never lost: a
 * read that takes longer than `ms` would otherwise be begun anew for as long as news come, and never arrive.
 */
export function throttled(run: () => Promise<unknown>, ms: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | null = null
  let begunAt = 0
  let isRunning = false
  let isWanted = false
  const ended = () => {
    isRunning = false
    if (isWanted) ask()
  }
  const begin = () => {
    timer = null
    begunAt = Date.now()
    isRunning = true
    isWanted = false
    run().then(ended, ended)
  }
  const ask = () => {
    isWanted = true
    if (!isRunning && timer === null) timer = setTimeout(begin, Math.max(0, begunAt + ms - Date.now()))
  }
  const stop = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    isWanted = false
  }
  return { ask, stop }
}
