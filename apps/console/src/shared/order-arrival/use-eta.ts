import { readOrderEta } from '@dispecerat/contract/orders/estimates'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { useUser } from '../../api/session.ts'

/** The server's arrival estimate for an order, polled. */
export function useEta(orderId: number, everyMs: number) {
  const isAllowed = useUser().permissions.includes('orders.dispatch')
  return useQuery({
    queryKey: ['order-eta', orderId],
    queryFn: ({ signal }) => request(readOrderEta, { params: { id: orderId } }, { signal }),
    enabled: isAllowed,
    refetchInterval: everyMs,
  })
}
