/** Ranges of the orders chart; each ends today. */
export const CHART_RANGES = ['1m', '6m', '1y', 'ytd', 'all'] as const
export type ChartRange = (typeof CHART_RANGES)[number]

const MONTHS = { '1m': 1, '6m': 6, '1y': 12 } as const

/** The first day of a range that ends `today` ('YYYY-MM-DD' both ways); null for everything there is. */
export function firstDayOf(range: ChartRange, today: string): string | null {
  if (range === 'all') return null
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  if (range === 'ytd') return dayText(Date.UTC(year, 0, 1))
  const lastOfMonth = new Date(Date.UTC(year, month - MONTHS[range], 0)).getUTCDate()
  return dayText(Date.UTC(year, month - 1 - MONTHS[range], Math.min(day, lastOfMonth)))
}

/** Every day from the first to the last, both included; none when the first comes later. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = nextDay(day)) days.push(day)
  return days
}

function nextDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dayText(Date.UTC(year, month - 1, date + 1))
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
