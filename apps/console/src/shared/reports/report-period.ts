import { fromWallTime, toWallTime } from '../../text/format.ts'
import { daysBefore } from '../totals/days.ts'

export type Preset = 'today' | 'yesterday' | 'week' | 'month'
export const PRESETS: readonly Preset[] = ['today', 'yesterday', 'week', 'month']

const DAY_MS = 86_400_000
export const MAX_DAYS = 366

export interface Period {
  /** Bucharest wall time. */
  from: string
  to: string
}

/** Whole days in Bucharest; 'month' is the calendar month up to today. */
export function periodOf(preset: Preset, now: Date): Period {
  const today = toWallTime(now).slice(0, 10)
  const to = preset === 'yesterday' ? daysBefore(today, 1) : today
  const from = { today, yesterday: to, week: daysBefore(today, 6), month: `${today.slice(0, 8)}01` }[preset]
  return { from: `${from} 00:00:00`, to: `${to} 23:59:59` }
}

export function isTooLong({ from, to }: Period): boolean {
  const [start, end] = [fromWallTime(from), fromWallTime(to)]
  return start !== null && end !== null && end.getTime() - start.getTime() > MAX_DAYS * DAY_MS
}

export function isBackwards({ from, to }: Period): boolean {
  const [start, end] = [fromWallTime(from), fromWallTime(to)]
  return start !== null && end !== null && end < start
}

/** Periods of up to two days are reported by hour. */
export function isShort({ from, to }: Period): boolean {
  const [start, end] = [fromWallTime(from), fromWallTime(to)]
  return start !== null && end !== null && end.getTime() - start.getTime() <= 2 * DAY_MS
}
