import type { listPartners } from '@dispecerat/contract/company-desk'
import type { ReplyOf } from '@dispecerat/contract/endpoint'

/** 'own', 'all' or the id of one partner company; null until somebody chooses: then the company's setting decides. */
export type PartnerChoice = string | null

export interface PartnerIds {
  all: readonly number[]
  /** Asked by the company's setting, of a new order nobody chose for. */
  byDefault: readonly number[]
}

export type Partners = ReplyOf<typeof listPartners>['data']

export const NO_PARTNERS: PartnerIds = { all: [], byDefault: [] }

/** The partners as an order of this company may ask them. */
export function partnerIdsFor(partners: Partners, companyId: number | undefined): PartnerIds {
  const byDefault = partners.filter(({ asked_by }) => asked_by.includes(companyId ?? 0))
  return { all: partners.map(({ id }) => id), byDefault: byDefault.map(({ id }) => id) }
}

/** The companies asked besides one's own. */
export function partnersAsked(choice: PartnerChoice, { all, byDefault }: PartnerIds): readonly number[] {
  if (choice === null) return byDefault
  if (choice === 'own') return []
  return choice === 'all' ? all : [Number(choice)]
}
