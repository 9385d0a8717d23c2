import { type Days, daysBefore } from '../../shared/totals/days.ts'
import { toWallTime } from '../../text/format.ts'

export const PERIOD_PRESETS = ['today', 'yesterday', 'week', 'month', 'days30', 'year'] as const
export type PeriodPreset = (typeof PERIOD_PRESETS)[number]

/** A common period that ends today, or yesterday; 'month' is the calendar month up to today. */
export function daysOf(preset: PeriodPreset, now: Date): Days {
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
