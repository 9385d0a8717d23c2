import { type WallTime, wallTime, weekdayOf } from '../../kernel/wall-time.ts'
import { FALLBACK_STEPS, type SearchInterval, type SearchStep } from '../search-rules.ts'
import type { WalkStep } from './walk.ts'

/**
 * The interval that applies at the wall time of `instant`: the first that matches, so the order of the list is the precedence and special
 * days belong on top. Both ends are inclusive to the second. An interval whose end is before its start runs over midnight and belongs to the
 * day it starts on. Null when none matches: the fallback steps run.
 */
export function chooseInterval<Interval extends SearchInterval>(
  inSortOrder: readonly Interval[],
  instant: Date,
): Interval | null {
  const now = wallTime(instant)
  return inSortOrder.find((interval) => rules(interval, now)) ?? null
}

/** All intervals that match `instant`, in precedence order: the first one applies. */
export function intervalsAt<Interval extends SearchInterval>(
  inSortOrder: readonly Interval[],
  instant: Date,
): Interval[] {
  const now = wallTime(instant)
  return inSortOrder.filter((interval) => rules(interval, now))
}

function rules(interval: SearchInterval, now: WallTime): boolean {
  const { timeFrom, timeTo } = interval
  if (timeFrom <= timeTo) return isItsDay(interval, now) && timeFrom <= now.time && now.time <= timeTo
  if (now.time >= timeFrom) return isItsDay(interval, now)
  return now.time <= timeTo && isItsDay(interval, dayBefore(now))
}

/** 'HH:mm:ss' and 'YYYY-MM-DD' compare as text. */
function isItsDay(interval: SearchInterval, day: WallTime): boolean {
  if (interval.type === 'custom') return interval.customDay === day.date
  return interval.selectedDay === null || interval.selectedDay === day.weekday
}

function dayBefore(day: WallTime): WallTime {
  const noon = new Date(`${day.date}T12:00:00Z`)
  noon.setUTCDate(noon.getUTCDate() - 1)
  const date = noon.toISOString().slice(0, 10)
  return { ...day, date, weekday: weekdayOf(date) }
}

/** The fallback skips empty steps whatever the company chose for its own rules. */
export function skipsEmptySteps(methodItems: readonly SearchStep[] | null, ofCompany: boolean): boolean {
  return ofCompany || methodItems === null || methodItems.length === 0
}

/** Steps of the chosen interval's method; the fallback when there is no interval, no method or no step in it. */
export function stepsFor(methodItems: readonly SearchStep[] | null): WalkStep[] {
  return [...(methodItems !== null && methodItems.length > 0 ? methodItems : FALLBACK_STEPS)]
}
