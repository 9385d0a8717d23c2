import { listOrderOptions, listPartners, listProtocolCompanies } from '@dispecerat/contract/company-desk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useUser } from '../../api/session.ts'
import { useLive } from '../../realtime/use-live.ts'
import { type Partners, partnerIdsFor } from './partner-choice.ts'

const HARDLY_CHANGES_MS = 10 * 60_000

const NO_PARTNERS: Partners = []

/** Options, partners and protocol companies that an order of this company may name; by default, of the one new orders come to. */
export function useOrderChoices(companyId?: number) {
  const { companies, permissions } = useUser()
  const options = useQuery({
    queryKey: ['order-options'],
    queryFn: () => call(listOrderOptions),
    staleTime: HARDLY_CHANGES_MS,
  })
  const partners = usePartners(permissions.includes('orders.dispatch'))
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

/** Read again when a partnership or a setting changes: an order that asks a former partner is refused. */
function usePartners(enabled: boolean): Partners {
  const cache = useQueryClient()
  const again = () => void cache.invalidateQueries({ queryKey: ['partners'] })
  useLive('partners_changed', again)
  useLive('company_settings_changed', again)
  const { data } = useQuery({
    queryKey: ['partners'],
    queryFn: ({ signal }) => call(listPartners, {}, { signal }),
    staleTime: HARDLY_CHANGES_MS,
    enabled,
  })
  return data?.data ?? NO_PARTNERS
}
