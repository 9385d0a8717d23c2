import { readProtocolAccount } from '@dispecerat/contract/orders/protocol-account'
import { useEndpointQuery } from '../../api/endpoint-query.ts'

/** The logged-in account: contract, credit, month and fixed pickup. Invalidated together with its orders. */
export function useProtocolAccount() {
  return useEndpointQuery(readProtocolAccount, {}, { staleTime: 60_000 })
}
