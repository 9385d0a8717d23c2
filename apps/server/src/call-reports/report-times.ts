import { bucharestDay, startOfBucharestDay } from '@dispecerat/domain/bucharest-day'
import type { CallPeriod } from './call-period.ts'

const HOUR_MS = 3_600_000
/** From one midnight of Bucharest into the next day, also over a day of 25 hours. */
const INTO_NEXT_DAY_MS = 26 * HOUR_MS
/** From the first midnight of a month into the next one: into its first days after 31, past none after 28. */
const INTO_NEXT_MONTH_MS = (31 * 24 + 2) * HOUR_MS

/** Of every hour, day and month: when the one begins that an instant is in, and the next one after a beginning. */
const STEPS: Record<'hour' | 'day' | 'month', { startOf: (at: Date) => Date; next: (start: Date) => Date }> = {
  hour: {
    startOf: (at) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS),
    next: (start) => new Date(start.getTime() + HOUR_MS),
  },
  day: {
    startOf: startOfBucharestDay,
    next: (start) => startOfBucharestDay(new Date(start.getTime() + INTO_NEXT_DAY_MS)),
  },
  month: { startOf: startOfMonth, next: (start) => startOfMonth(new Date(start.getTime() + INTO_NEXT_MONTH_MS)) },
}

/** When each hour, day or month of Bucharest of the period begins, and the first that is no more in it. */
export function timesOf({ from, to }: Pick<CallPeriod, 'from' | 'to'>, by: 'hour' | 'day' | 'month'): Date[] {
  const { startOf, next } = STEPS[by]
  let at = startOf(from)
  const times = [at]
  while (at <= to) {
    at = next(at)
    times.push(at)
  }
  return times
}

function startOfMonth(at: Date): Date {
  const midnight = startOfBucharestDay(at)
  const daysBefore = Number(bucharestDay(midnight).slice(8)) - 1
  // The noon of the first day: an hour more or less in between moves no day.
  return startOfBucharestDay(new Date(midnight.getTime() - daysBefore * 24 * HOUR_MS + 12 * HOUR_MS))
}
