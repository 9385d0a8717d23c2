/** What a report of sums keeps in its address. */
export interface TotalsSearch {
  /** Days of Bucharest, both included. */
  from?: string
  to?: string
  company?: number
  /** What a row stands for; the report knows its own words. */
  group?: string
  /** The figure that is drawn. */
  chart?: string
  /** 'finished' or '-finished'. */
  sort?: string
}

const WORD = /^-?[a-z0-9_]{1,30}$/

/** A bad value falls back to none. */
export function readTotalsSearch(search: Record<string, unknown>): TotalsSearch {
  const company = Number(search.company)
  const params: { [K in keyof TotalsSearch]: TotalsSearch[K] | undefined } = {
    from: dayOf(search.from),
    to: dayOf(search.to),
    company: Number.isSafeInteger(company) && company > 0 ? company : undefined,
    group: textOf(search.group),
    chart: textOf(search.chart),
    sort: textOf(search.sort),
  }
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && WORD.test(value) ? value : undefined
}

function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(value) ? value : undefined
}
