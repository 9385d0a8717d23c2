import { create } from 'zustand'

/** Smaller differences are attributed to network latency. */
const BELIEVABLE_MS = 2000
let skewMs = 0

/**
 * The time corrected by the difference to the server's clock, because ages and deadlines are measured against the
 * server.
 */
export function serverNow(): number {
  return Date.now() + skewMs
}

/** Takes over the current time of the server. */
export function syncServerClock(at: number) {
  const difference = at - Date.now()
  skewMs = Number.isNaN(difference) || Math.abs(difference) < BELIEVABLE_MS ? 0 : difference
}

/** One clock, ticking every second, for every age and countdown on the screen. */
export const useNow = create<{ now: number }>(() => ({ now: serverNow() }))

setInterval(() => useNow.setState({ now: serverNow() }), 1000)
