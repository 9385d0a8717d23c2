/** Dates in the Bucharest time zone, both included. */
export interface Days {
  from: string
  to: string
}

const DAY_MS = 86_400_000
const MAX_DAYS = 366

/** The part of a day or month ('2026-03') inside the period. */
export function partOf(key: string, { from, to }: Days): Days {
  const [first, last] = key.length === 7 ? [`${key}-01`, lastOfMonth(key)] : [key, key]
  return { from: first > from ? first : from, to: last < to ? last : to }
}

function lastOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** Reason why a period is invalid; null when it is valid. */
export function wrongPeriod({ from, to }: Days): 'tooLong' | 'backwards' | null {
  if (to < from) return 'backwards'
  return to > daysBefore(from, 1 - MAX_DAYS) ? 'tooLong' : null
}

/** Calendar dates are computed at noon UTC, so that daylight-saving changes have no effect. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)
}
