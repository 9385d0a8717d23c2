import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { type PartnerIds, partnersToSearch } from '../fare/partner-choice.ts'

/** Five are shown in the form, the rest in a list. */
export const INLINE_OPTIONS = 5

type SearchCompanies = Pick<OrderView, 'send_to_other_company' | 'search_company_ids' | 'created_by_company_id'>

/** 'own', 'all' or the id of the one partner company included in the search. */
export function partnerOf({
  send_to_other_company,
  search_company_ids,
  created_by_company_id,
}: SearchCompanies): string {
  const others = send_to_other_company ? search_company_ids.filter((id) => id !== created_by_company_id) : []
  if (others.length === 0) return 'own'
  return others.length === 1 ? String(others[0]) : 'all'
}

/** The companies to search, as PATCH takes them; the order's own company is always included. */
export function companiesToSearch(order: SearchCompanies, partner: string, partnerIds: PartnerIds) {
  const others = partnersToSearch(partner, partnerIds)
  return {
    send_to_other_company: others.length > 0,
    search_company_ids: [order.created_by_company_id, ...others],
  }
}

/** Parses '24,50' or '24.5'; null for anything else, or for an amount above the maximum of an order. */
export function ronOf(typed: string): number | null {
  const text = typed.trim().replace(/\s|RON|lei/gi, '')
  if (!/^\d{1,5}([.,]\d{1,2})?$/.test(text)) return null
  return Number(text.replace(',', '.'))
}

/** The amount as it is typed: no unit, a decimal comma only when needed. */
export function typedRon(ron: number | null): string {
  return ron === null ? '' : String(ron).replace('.', ',')
}
