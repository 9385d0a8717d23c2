import { listOrderOptions, listPartners, listProtocolCompanies } from '@dispecerat/contract/company-desk'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'

const HARDLY_CHANGES_MS = 10 * 60_000

/** Options, partners and protocol companies an order may name. */
export function useOrderChoices() {
  const options = useQuery({
    queryKey: ['order-options'],
    queryFn: () => call(listOrderOptions),
    staleTime: HARDLY_CHANGES_MS,
  })
  const partners = useQuery({
    queryKey: ['partners'],
    queryFn: () => call(listPartners),
    staleTime: HARDLY_CHANGES_MS,
    enabled: useUser().permissions.includes('orders.dispatch'),
  })
  const protocols = useQuery({
    queryKey: ['protocol-companies'],
    queryFn: () => call(listProtocolCompanies),
    staleTime: HARDLY_CHANGES_MS,
  })
  return {
    options: options.data?.data ?? [],
    partners: partners.data?.data ?? [],
    protocols: protocols.data?.data ?? [],
  }
}
