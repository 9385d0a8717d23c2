import { listOrderOptions, listPartners, listProtocolCompanies } from '@dispecerat/contract/orders/company-dispatch'
import { useQueryClient } from '@tanstack/react-query'
import { endpointKey, useEndpointQuery } from '../../../api/endpoint-query.ts'
import { request } from '../../../api/request.ts'
import { useUser } from '../../../api/session.ts'
import { NO_PARTNERS, type PartnerIds, type Partners, partnerIdsFor } from '../fare/partner-choice.ts'

const HARDLY_CHANGES_MS = 10 * 60_000

const NO_LIST = { data: [] as Partners }

/**
 * Options, partners and protocol companies for an order of this company; by default of the company new orders belong
 * to.
 */
export function useOrderChoices(companyId?: number) {
  const { companies, permissions } = useUser()
  const options = useEndpointQuery(listOrderOptions, {}, { staleTime: HARDLY_CHANGES_MS })
  const { data: { data: partners } = NO_LIST } = useEndpointQuery(
    listPartners,
    {},
    { staleTime: HARDLY_CHANGES_MS, enabled: permissions.includes('orders.dispatch') },
  )
  const protocols = useEndpointQuery(listProtocolCompanies, {}, { staleTime: HARDLY_CHANGES_MS })
  return {
    options: options.data?.data ?? [],
    partners,
    partnerIds: partnerIdsFor(partners, companyId ?? companies[0]?.id),
    protocols: protocols.data?.data ?? [],
  }
}

/**
 * Loads the partners when the order is sent: without the list it would include none of them, whatever the company's
 * setting is.
 */
export function useReadPartnerIds(companyId?: number): () => Promise<PartnerIds> {
  const { companies, permissions } = useUser()
  const cache = useQueryClient()
  return async () => {
    if (!permissions.includes('orders.dispatch')) return NO_PARTNERS
    const { data } = await cache.ensureQueryData({
      queryKey: endpointKey(listPartners),
      queryFn: () => request(listPartners),
    })
    return partnerIdsFor(data, companyId ?? companies[0]?.id)
  }
}
