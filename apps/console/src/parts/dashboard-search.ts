import { CHART_RANGES, type ChartRange } from '@dispecerat/domain/chart-range'

/** What the dashboard keeps in its address. */
export interface DashboardSearch {
  range?: ChartRange | undefined
  /** The chart's figures as rows. */
  as?: 'table' | undefined
}

/** A bad value falls back to the last month, drawn; it is named all the same, or the router would keep it. */
export function readDashboardSearch(search: Record<string, unknown>): DashboardSearch {
  return {
    range: CHART_RANGES.find((one) => one === search.range),
    as: search.as === 'table' ? 'table' : undefined,
  }
}
