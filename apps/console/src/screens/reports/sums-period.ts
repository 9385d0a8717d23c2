import type { Days } from '../../parts/sums/days.ts'
import { toWallTime } from '../../text/format.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 366

export const SUM_PRESETS = ['today', 'yesterday', 'week', 'month', 'days30', 'year'] as const
export type SumPreset = (typeof SUM_PRESETS)[number]

/** A usual period that ends today, or was yesterday; the month is the calendar's, so far. */
export function daysOf(preset: SumPreset, now: Date): Days {
  const today = toWallTime(now).slice(0, 10)
  const yesterday = daysBefore(today, 1)
  if (preset === 'yesterday') return { from: yesterday, to: yesterday }
  const from = {
    today,
    week: daysBefore(today, 6),
    month: `${today.slice(0, 8)}01`,
    days30: daysBefore(today, 29),
    year: daysBefore(today, 364),
  }[preset]
  return { from, to: today }
}

/** Why a period cannot be asked for; null: it can. */
export function wrongPeriod({ from, to }: Days): 'tooLong' | 'backwards' | null {
  if (to < from) return 'backwards'
  return to > daysBefore(from, 1 - MOST_DAYS) ? 'tooLong' : null
}

/** Days of a calendar are counted at noon UTC: a change of the clock moves nothing. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}
