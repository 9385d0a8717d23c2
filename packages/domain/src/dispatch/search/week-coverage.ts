import { startOfBucharestDay } from '../../kernel/bucharest-day.ts'
import { wallTime } from '../../kernel/wall-time.ts'
import type { SearchInterval } from '../search-rules.ts'
import { intervalsAt } from './choose-interval.ts'

/** A piece of real time in which the same intervals match. */
export interface Stretch {
  from: Date
  /** Not included. */
  to: Date
  /** Ids of all matching intervals, in precedence order: the first applies, none = the fallback runs. */
  matching: readonly number[]
}

/** One day of the wall clock in Bucharest: 24 hours long, or 23 and 25 when the clocks change. */
export interface CoveredDay {
  /** 'YYYY-MM-DD'. */
  date: string
  from: Date
  /** Midnight at its end, not included. */
  to: Date
  stretches: readonly Stretch[]
}

const HOUR_MS = 3_600_000
/** Bucharest is two hours ahead of UTC, three in summer; the clocks change at 01:00 UTC. */
const OFFSETS_HOURS = [2, 3]
const CLOCK_CHANGE_UTC_HOUR = 1

/**
 * Coverage of the week of `instant`, Monday to Sunday. Intervals are in precedence order; every instant of the week is in exactly one
 * stretch and agrees with `chooseInterval`.
 */
export function weekCoverage(inSortOrder: readonly SearchInterval[], instant: Date): CoveredDay[] {
  const monday = mondayBefore(instant)
  return Array.from({ length: 7 }, (_, n) => {
    const from = midnight(monday, n)
    return coverDay(inSortOrder, from, midnight(monday, n + 1))
  })
}

/** Coverage of one calendar day, 'YYYY-MM-DD', and of the night after it. */
export function dayCoverage(inSortOrder: readonly SearchInterval[], date: string): CoveredDay {
  const noon = new Date(`${date}T12:00:00Z`)
  return coverDay(inSortOrder, midnight(noon, 0), midnight(noon, 1))
}

/** Monday 00:00 in Bucharest of the week `instant` lies in. */
export function mondayBefore(instant: Date): Date {
  return midnight(instant, 1 - wallTime(instant).weekday)
}

/** 00:00 in Bucharest, this many days after the day of `instant`; days of 23 and 25 hours included. */
function midnight(instant: Date, daysLater: number): Date {
  const noon = new Date(`${wallTime(instant).date}T12:00:00Z`)
  return startOfBucharestDay(new Date(noon.getTime() + daysLater * 24 * HOUR_MS))
}

function coverDay(inSortOrder: readonly SearchInterval[], from: Date, to: Date): CoveredDay {
  const { date } = wallTime(from)
  const cuts = [from, ...possibleChanges(inSortOrder, date, from, to)]
  const stretches: Stretch[] = []
  for (const [index, start] of cuts.entries()) {
    const matching = intervalsAt(inSortOrder, start).map(({ id }) => id)
    const last = stretches.at(-1)
    const end = cuts[index + 1] ?? to
    if (last && last.matching.join() === matching.join()) last.to = end
    else stretches.push({ from: start, to: end, matching })
  }
  return { date, from, to, stretches }
}

/**
 * Instants inside the day at which the matches may change, in order: interval ends in wall time, with either UTC offset, and the clock
 * change itself. Superfluous ones do no harm.
 */
function possibleChanges(intervals: readonly SearchInterval[], date: string, from: Date, to: Date): Date[] {
  const walls = intervals.flatMap(({ timeFrom, timeTo }) => [secondsOf(timeFrom), secondsOf(timeTo) + 1])
  const dayUtc = Date.parse(`${date}T00:00:00Z`)
  const instants = [...new Set(walls)].flatMap((seconds) =>
    OFFSETS_HOURS.map((hours) => dayUtc + seconds * 1000 - hours * HOUR_MS),
  )
  instants.push(dayUtc + CLOCK_CHANGE_UTC_HOUR * HOUR_MS)
  return [...new Set(instants)]
    .filter((at) => at > from.getTime() && at < to.getTime())
    .toSorted((a, b) => a - b)
    .map((at) => new Date(at))
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60 + seconds
}
