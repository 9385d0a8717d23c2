import type { RTCSession } from 'jssip/lib/RTCSession'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changeHold } from './change-hold.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A call that is on hold, and busy with an earlier offer for so long. */
function busySession(forMs: number): RTCSession {
  const readyAt = Date.now() + forMs
  const session = {
    isEnded: () => false,
    isOnHold: () => ({ local: true, remote: false }),
    unhold(_options: unknown, done: () => void) {
      if (Date.now() < readyAt) return false
      done()
      return true
    },
    terminate: () => undefined,
    on: () => undefined,
    off: () => undefined,
  }
  return session as unknown as RTCSession
}

test.each([
  [5000, true],
  [20_000, false],
])('a call whose earlier offer is in flight for %i ms is resumed after it: %s', async (ms, isResumed) => {
  const resumed = changeHold(busySession(ms), 'unhold', true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await resumed).toBe(isResumed)
})
