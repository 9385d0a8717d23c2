import type { ReportGroup, ReportName } from '@dispecerat/contract/office/reports'
import { CANCELLATION_REASONS } from '@dispecerat/domain/orders/order'
import { CANCELED_BY, type ReportParams } from '../../routes/params/order-list-params.ts'
import { type Days, partOf } from '../../shared/totals/days.ts'

interface FigureInput {
  report: ReportName
  group: ReportGroup
  days: Days
  company: number | undefined
}

/** Reports that count orders by the day they ended. */
const BY_END: readonly ReportName[] = ['drivers', 'protocol', 'fairness']
const FINISHED: readonly string[] = ['finished', 'trips']
const COUNTED: readonly string[] = ['label', 'orders', 'searches']

/**
 * URL parameters of /reports/orders for the orders behind a figure; null where that list cannot show them. `id` is
 * the row's, '' for the totals; `column` is the figure's, 'label' for the row itself.
 */
export function ordersBehind(
  { report, group, days, company }: FigureInput,
  id: string,
  column: string,
): ReportParams | null {
  const whose = id === '' ? {} : ofRow(group, id, days)
  const which = ofColumn(report, group, column)
  if (whose === null || which === null) return null
  const { from, to, ...who } = { ...days, ...whose }
  return {
    from: `${from} 00:00:00`,
    to: `${to} 23:59:59`,
    ...(company === undefined ? {} : { company }),
    ...(BY_END.includes(report) ? { by: 'end' as const } : {}),
    ...who,
    ...which,
  }
}

function ofRow(group: ReportGroup, id: string, days: Days): (ReportParams & Partial<Days>) | null {
  switch (group) {
    case 'day':
    case 'month':
      return partOf(id, days)
    case 'dispatcher':
      return id === '0' ? { online: 1 } : { dispatcher: Number(id) }
    case 'driver':
      return { driver: Number(id) }
    case 'account':
      return { account: Number(id) }
    case 'company':
      return { company: Number(id) }
    case 'interval':
      return { interval: Number(id) }
    case 'ended_by': {
      const endedBy = CANCELED_BY.find((one) => one === id)
      return endedBy ? { endedBy } : null
    }
    case 'reason': {
      const reason = CANCELLATION_REASONS.find((one) => one === id)
      return reason ? { reason } : null
    }
    default:
      return null
  }
}

function ofColumn(report: ReportName, group: ReportGroup, column: string): ReportParams | null {
  /* Figures of an interval count searches; only all of them together are its orders. */
  if (report === 'search' && group === 'interval') return column === 'label' || column === 'searches' ? {} : null
  const reason = CANCELLATION_REASONS.find((one) => one === column)
  if (reason) return { state: 'canceled', reason }
  if (column === 'nobody') return { state: 'canceled', reason: 'no_drivers_found' }
  if (column === 'canceled') return { state: 'canceled' }
  if (FINISHED.includes(column)) return { state: 'finished' }
  if (!COUNTED.includes(column)) return null
  if (report === 'cancellations' && column === 'label') return { state: 'canceled' }
  if (report === 'fairness' || report === 'drivers' || report === 'protocol') return {}
  return column === 'searches' ? null : {}
}
