import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'

/** The logged-in account: contract, credit, month and fixed pickup. Invalidated together with its orders. */
export function useProtocolAccount() {
  return useQuery({
    queryKey: ['own-orders', 'account'],
    queryFn: ({ signal }) => request(readProtocolAccount, {}, { signal }),
    staleTime: 60_000,
  })
}
