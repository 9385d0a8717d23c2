/** URL parameters of the heat map of orders. */
export interface HeatParams {
  /** Dates in the Bucharest time zone. */
  from?: string
  to?: string
  /** 1 Monday … 7 Sunday; without it, every day. */
  weekday?: number
  /** 0…23; without it, the whole day. */
  hour?: number
  company?: number
  as?: 'table'
}

/** An invalid value is ignored. */
export function readHeatParams(search: Record<string, unknown>): HeatParams {
  const params: { [K in keyof HeatParams]: HeatParams[K] | undefined } = {
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
