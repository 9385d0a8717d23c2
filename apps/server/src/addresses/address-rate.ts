import type { Clock } from '../clock.ts'
import { TooManyRequests } from '../http/problem.ts'

/** Nobody types faster; a script that does would crowd out the room (GAP-29). */
const MOST_PER_SECOND = 20

/** Counts a user's address questions of the current second; the 21st throws TooManyRequests. */
export function addressRate(clock: Clock): (userId: number | null) => void {
  let second = 0
  let counts = new Map<number | null, number>()
  return (userId) => {
    const now = Math.floor(clock.now().getTime() / 1000)
    if (now !== second) {
      second = now
      counts = new Map()
    }
    const count = (counts.get(userId) ?? 0) + 1
    counts.set(userId, count)
    if (count > MOST_PER_SECOND) throw new TooManyRequests(1)
  }
}
