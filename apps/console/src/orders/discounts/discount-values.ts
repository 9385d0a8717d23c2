import type { Discount } from '@dispecerat/contract/orders/discounts'
import type { DiscountTrigger, DiscountType } from '@dispecerat/domain/orders/discount'

/** Values of the form, named as in the API. */
export interface DiscountValues {
  company_id: number | null
  name: string
  type: DiscountType
  value: number | null
  max_amount: number | null
  min_cost: number | null
  trigger: DiscountTrigger
  nth: number | null
  code: string
  protocol_user_id: number | null
  days: number[]
  time_from: string
  time_to: string
  valid_from: string
  valid_to: string
  max_uses: number | null
  max_uses_per_client: number | null
  service_ids: number[]
  compensated_percent: number | null
  is_active: boolean
}

export const NEW_DISCOUNT: DiscountValues = {
  company_id: null,
  name: '',
  type: 'percent',
  value: null,
  max_amount: null,
  min_cost: 0,
  trigger: 'weekday_time',
  nth: null,
  code: '',
  protocol_user_id: null,
  days: [],
  time_from: '',
  time_to: '',
  valid_from: '',
  valid_to: '',
  max_uses: null,
  max_uses_per_client: null,
  service_ids: [],
  compensated_percent: 100,
  is_active: true,
}

export function valuesOf(discount: Discount): DiscountValues {
  const { name, type, value, max_amount, min_cost, trigger, nth, days, max_uses, max_uses_per_client } = discount
  const { service_ids, compensated_percent, is_active } = discount
  return {
    company_id: null,
    name,
    type,
    value,
    max_amount,
    min_cost,
    trigger,
    nth,
    days,
    max_uses,
    max_uses_per_client,
    service_ids,
    compensated_percent,
    is_active,
    protocol_user_id: discount.protocol_user?.id ?? null,
    code: discount.code ?? '',
    time_from: discount.time_from ?? '',
    time_to: discount.time_to ?? '',
    valid_from: discount.valid_from ?? '',
    valid_to: discount.valid_to ?? '',
  }
}

const EMPTY_IS_NONE = ['code', 'time_from', 'time_to', 'valid_from', 'valid_to'] as const

/** An empty text is sent as null; an empty amount as 0. */
export function asBody(values: Partial<DiscountValues>): Record<string, unknown> {
  const { company_id: _company, ...body } = values
  const emptied = EMPTY_IS_NONE.filter((field) => body[field] === '').map((field) => [field, null] as const)
  const zeroed = (['min_cost', 'value', 'compensated_percent'] as const)
    .filter((field) => field in body && body[field] === null)
    .map((field) => [field, 0] as const)
  return { ...body, ...Object.fromEntries(emptied), ...Object.fromEntries(zeroed) }
}
