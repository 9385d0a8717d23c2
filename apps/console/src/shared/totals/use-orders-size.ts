import { readDispatchersReport, readDriversReport } from '@dispecerat/contract/office/reports'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'
import type { Days } from './days.ts'

/** Meaning of the report's period: orders by creation, or finished ones by their end. */
export type OrdersRead = 'taken' | 'ended'

/** Number of orders in a period, added up from its monthly totals; null while unknown. */
export function useOrdersSize({ from, to }: Days, company: number | undefined, read: OrdersRead): number | null {
  const mayShowTotals = useUser().permissions.includes('reports.read')
  const query = {
    date_from: from,
    date_to: to,
    group: 'month' as const,
    ...(company ? { company_id: company } : {}),
  }
  const { data } = useEndpointQuery(
    read === 'taken' ? readDispatchersReport : readDriversReport,
    { query },
    { enabled: mayShowTotals },
  )
  const orders = Number((read === 'taken' ? data?.totals.orders : data?.totals.finished) ?? Number.NaN)
  return Number.isNaN(orders) ? null : orders
}
