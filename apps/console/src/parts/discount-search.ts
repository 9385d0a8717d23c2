import type { DiscountTrigger } from '@dispecerat/domain/discount'
import { DISCOUNT_TRIGGERS } from '@dispecerat/domain/discount'
import { companyOf, readTableSearch, type TableSearch } from './data-table/table-search.ts'

export interface DiscountSearch extends TableSearch {
  trigger?: DiscountTrigger
  active?: 0 | 1
  company?: number
}

/** An invalid value is ignored. */
export function readDiscountSearch(search: Record<string, unknown>): DiscountSearch {
  const trigger = DISCOUNT_TRIGGERS.find((one) => one === search.trigger)
  const active = ([0, 1] as const).find((one) => String(one) === String(search.active))
  return {
    ...readTableSearch(search),
    ...(trigger ? { trigger } : {}),
    ...(active === undefined ? {} : { active }),
    ...companyOf(search),
  }
}
