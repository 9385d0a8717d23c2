import { bucharestDay, startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import type { CallPeriod } from './call-period.ts'

const HOUR_MS = 3_600_000
/** From one midnight of Bucharest into the next day, also over a day of 25 hours. */
const INTO_NEXT_DAY_MS = 26 * HOUR_MS
/** From the first midnight of a month into the next one, whatever its length. */
const INTO_NEXT_MONTH_MS = (31 * 24 + 2) * HOUR_MS

/** For hours, days and months: the start of the one that contains an instant, and the start of the next one. */
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

/** The starts of each hour, day or month of Bucharest in the period, and the first one after it. */
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
  // The noon of the first day, so that an hour more or less does not change the day.
  return startOfBucharestDay(new Date(midnight.getTime() - daysBefore * 24 * HOUR_MS + 12 * HOUR_MS))
}
