import { startOfBucharestDay } from '@dispecerat/domain/bucharest-day'
import type { CallPeriod } from './call-period.ts'

const HOUR_MS = 3_600_000
/** From one midnight of Bucharest into the next day, also over a day of 25 hours. */
const INTO_NEXT_DAY_MS = 26 * HOUR_MS

/** When each day of Bucharest or each hour of the period begins, and the first that is no more in it. */
export function timesOf({ from, to }: Pick<CallPeriod, 'from' | 'to'>, by: 'day' | 'hour'): Date[] {
  const next = (at: Date) =>
    by === 'day' ? startOfBucharestDay(new Date(at.getTime() + INTO_NEXT_DAY_MS)) : new Date(at.getTime() + HOUR_MS)
  let at = by === 'day' ? startOfBucharestDay(from) : new Date(Math.floor(from.getTime() / HOUR_MS) * HOUR_MS)
  const times = [at]
  while (at <= to) {
    at = next(at)
    times.push(at)
  }
  return times
}
