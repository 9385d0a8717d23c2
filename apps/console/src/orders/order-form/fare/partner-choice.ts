import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import type { listPartners } from '@dispecerat/contract/orders/company-dispatch'

/** 'own', 'all' or the id of one partner company; null until the user chooses: then the company's setting decides. */
export type PartnerChoice = string | null

export interface PartnerIds {
  all: readonly number[]
  /** Partners that the company's setting includes in an order without a choice. */
  byDefault: readonly number[]
}

export type Partners = ReplyOf<typeof listPartners>['data']

export const NO_PARTNERS: PartnerIds = { all: [], byDefault: [] }

/** The partners that an order of this company may include in its search. */
export function partnerIdsFor(partners: Partners, companyId: number | undefined): PartnerIds {
  const byDefault = partners.filter(({ asked_by }) => asked_by.includes(companyId ?? 0))
  return { all: partners.map(({ id }) => id), byDefault: byDefault.map(({ id }) => id) }
}

/** The partner companies included in the search. */
export function partnersToSearch(choice: PartnerChoice, { all, byDefault }: PartnerIds): readonly number[] {
  if (choice === null) return byDefault
  if (choice === 'own') return []
  return choice === 'all' ? all : [Number(choice)]
}
