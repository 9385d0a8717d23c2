import { FALLBACK_STEPS, type SearchInterval, type SearchStep } from '../search-rules.ts'
import type { WalkStep } from './walk.ts'

/** Intervals are evaluated in the company's wall time. */
const WALL_CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Bucharest',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Wall time in Bucharest. */
export interface WallTime {
  /** 'YYYY-MM-DD'. */
  date: string
  /** 'HH:mm:ss'. */
  time: string
  /** ISO: 1 = Monday … 7 = Sunday. */
  weekday: number
}

/** Wall time at an instant; in the repeated hour of an autumn night two instants have the same time. */
export function wallTime(instant: Date): WallTime {
  const part = Object.fromEntries(WALL_CLOCK.formatToParts(instant).map(({ type, value }) => [type, value]))
  const date = `${part.year}-${part.month}-${part.day}`
  return { date, time: `${part.hour}:${part.minute}:${part.second}`, weekday: weekdayOf(date) }
}

/**
 * The interval that applies at `instant`: the first that matches, so the order of the list is the precedence and special days belong on
 * top. Both ends are inclusive to the second. An interval whose end is before its start runs over midnight and belongs to the day it starts
 * on. Null when none matches: the fallback steps run.
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

function weekdayOf(date: string): number {
  return new Date(`${date}T12:00:00Z`).getUTCDay() || 7
}

/** Steps of the chosen interval's method; the fallback when there is no interval, no method or no step in it. */
export function stepsFor(methodItems: readonly SearchStep[] | null): WalkStep[] {
  return [...(methodItems !== null && methodItems.length > 0 ? methodItems : FALLBACK_STEPS)]
}
