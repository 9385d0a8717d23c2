import type { DiscountTrigger } from '@dispecerat/domain/orders/discount'
import { DISCOUNT_TRIGGERS } from '@dispecerat/domain/orders/discount'
import { companyOf, readTableParams, type TableParams } from './table-params.ts'

export interface DiscountParams extends TableParams {
  trigger?: DiscountTrigger
  active?: 0 | 1
  company?: number
}

/** An invalid value is ignored. */
export function readDiscountParams(search: Record<string, unknown>): DiscountParams {
  const trigger = DISCOUNT_TRIGGERS.find((one) => one === search.trigger)
  const active = ([0, 1] as const).find((one) => String(one) === String(search.active))
  return {
    ...readTableParams(search),
    ...(trigger ? { trigger } : {}),
    ...(active === undefined ? {} : { active }),
    ...companyOf(search),
  }
}
