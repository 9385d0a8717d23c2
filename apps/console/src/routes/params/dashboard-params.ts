/* Not in the route: this folder has a file for the URL parameters of each screen. */
import { CHART_RANGES, type ChartRange } from '@dispecerat/domain/orders/chart-range'

/** URL parameters of the dashboard. */
export interface DashboardParams {
  range?: ChartRange | undefined
  /** Shows the chart's figures as a table. */
  as?: 'table' | undefined
}

/**
 * An invalid value falls back to the last month as a chart. It is set to undefined explicitly, because the router
 * would keep it otherwise.
 */
export function readDashboardParams(search: Record<string, unknown>): DashboardParams {
  return {
    range: CHART_RANGES.find((one) => one === search.range),
    as: search.as === 'table' ? 'table' : undefined,
  }
}
