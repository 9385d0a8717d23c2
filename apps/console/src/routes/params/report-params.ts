/** URL parameters of a report of totals. */
export interface TotalsParams {
  /** Dates in the Bucharest time zone, both included. */
  from?: string
  to?: string
  company?: number
  /** Grouping of the rows; its values depend on the report. */
  group?: string
  /** The figure in the chart. */
  chart?: string
  /** 'finished' or '-finished'. */
  sort?: string
}

const WORD = /^-?[a-z0-9_]{1,30}$/

/** An invalid value is ignored. */
export function readTotalsParams(search: Record<string, unknown>): TotalsParams {
  const company = Number(search.company)
  const params: { [K in keyof TotalsParams]: TotalsParams[K] | undefined } = {
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
