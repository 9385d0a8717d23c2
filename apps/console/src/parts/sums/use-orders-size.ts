import { readDispatchersReport } from '@dispecerat/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import type { Days } from './days.ts'

/** How many orders a period holds, added up from the sums of its days; null while nobody knows. */
export function useOrdersSize({ from, to }: Days, company: number | undefined): number | null {
  const maySum = useUser().permissions.includes('reports.read')
  const query = {
    ...{ date_from: from, date_to: to, group: 'month' as const },
    ...(company ? { company_id: company } : {}),
  }
  const { data } = useQuery({
    queryKey: ['orders-report', 'size', query],
    queryFn: ({ signal }) => call(readDispatchersReport, { query }, { signal }),
    enabled: maySum,
  })
  const orders = Number(data?.totals.orders ?? Number.NaN)
  return Number.isNaN(orders) ? null : orders
}
