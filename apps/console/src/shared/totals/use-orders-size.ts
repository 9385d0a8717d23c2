import { readDispatchersReport, readDriversReport } from '@dispecerat/contract/office/reports'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
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
  const { data } = useQuery({
    queryKey: ['orders-report', 'size', read, query],
    queryFn: async ({ signal }) => {
      const { totals } = await request(
        read === 'taken' ? readDispatchersReport : readDriversReport,
        { query },
        { signal },
      )
      return (read === 'taken' ? totals.orders : totals.finished) ?? null
    },
    enabled: mayShowTotals,
  })
  const orders = Number(data ?? Number.NaN)
  return Number.isNaN(orders) ? null : orders
}
