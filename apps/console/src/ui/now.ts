import { create } from 'zustand'

/** Smaller differences are the network's. */
const BELIEVABLE_MS = 2000
let skewMs = 0

/** The clock of this machine, mended when it disagrees with the server's: ages and promises are measured against the server. */
export function serverNow(): number {
  return Date.now() + skewMs
}

/** Hears what the server's clock shows right now. */
export function syncServerClock(at: number) {
  const difference = at - Date.now()
  skewMs = Number.isNaN(difference) || Math.abs(difference) < BELIEVABLE_MS ? 0 : difference
}

/** One second-clock for every age and countdown on the screen. */
export const useNow = create<{ now: number }>(() => ({ now: serverNow() }))

setInterval(() => useNow.setState({ now: serverNow() }), 1000)
