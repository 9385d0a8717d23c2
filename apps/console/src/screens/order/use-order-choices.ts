import { listOrderOptions, listPartners, listProtocolCompanies } from '@dispecerat/contract/company-desk'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { type Partners, partnerIdsFor } from './partner-choice.ts'

const HARDLY_CHANGES_MS = 10 * 60_000

const NO_PARTNERS = { data: [] as Partners }

/** Options, partners and protocol companies that an order of this company may name; by default, of the one new orders come to. */
export function useOrderChoices(companyId?: number) {
  const { companies, permissions } = useUser()
  const options = useQuery({
    queryKey: ['order-options'],
    queryFn: () => call(listOrderOptions),
    staleTime: HARDLY_CHANGES_MS,
  })
  const { data: { data: partners } = NO_PARTNERS } = useQuery({
    queryKey: ['partners'],
    queryFn: () => call(listPartners),
    staleTime: HARDLY_CHANGES_MS,
    enabled: permissions.includes('orders.dispatch'),
  })
  const protocols = useQuery({
    queryKey: ['protocol-companies'],
    queryFn: () => call(listProtocolCompanies),
    staleTime: HARDLY_CHANGES_MS,
  })
  return {
    options: options.data?.data ?? [],
    partners,
    partnerIds: partnerIdsFor(partners, companyId ?? companies[0]?.id),
    protocols: protocols.data?.data ?? [],
  }
}
