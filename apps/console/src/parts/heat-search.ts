/** What of the orders' heat is looked at, in the address. */
export interface HeatSearch {
  /** Days in Bucharest. */
  from?: string
  to?: string
  /** 1 Monday … 7 Sunday; none: every day. */
  weekday?: number
  /** 0…23; none: the whole day. */
  hour?: number
  company?: number
  as?: 'table'
}

/** A bad value falls back to none. */
export function readHeatSearch(search: Record<string, unknown>): HeatSearch {
  const params: { [K in keyof HeatSearch]: HeatSearch[K] | undefined } = {
    from: dayOf(search.from),
    to: dayOf(search.to),
    weekday: wholeOf(search.weekday, 1, 7),
    hour: wholeOf(search.hour, 0, 23),
    company: wholeOf(search.company, 1, Number.MAX_SAFE_INTEGER),
    as: search.as === 'table' ? 'table' : undefined,
  }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

function wholeOf(value: unknown, from: number, to: number): number | undefined {
  const n = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return value !== '' && Number.isSafeInteger(n) && n >= from && n <= to ? n : undefined
}

function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value) ? value : undefined
}
