/** Days of Bucharest, both included. */
export interface Days {
  from: string
  to: string
}

/** The part of a day or month ('2026-03') that lies in the period. */
export function partOf(key: string, { from, to }: Days): Days {
  const [first, last] = key.length === 7 ? [`${key}-01`, lastOfMonth(key)] : [key, key]
  return { from: first > from ? first : from, to: last < to ? last : to }
}

function lastOfMonth(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}
