import { readOrderEta } from '@dispecerat/contract/orders/estimates'
import { useEndpointQuery } from '../../api/endpoint-query.ts'
import { useUser } from '../../api/session.ts'

/** The server's arrival estimate for an order, polled. */
export function useEta(orderId: number, everyMs: number) {
  const isAllowed = useUser().permissions.includes('orders.dispatch')
  return useEndpointQuery(readOrderEta, { params: { id: orderId } }, { enabled: isAllowed, refetchInterval: everyMs })
}
