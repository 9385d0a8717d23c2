import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { DiscountTrigger, DiscountType } from '@dispecerat/domain/orders/discount'
import type { Generated } from 'kysely'

export interface DiscountTables {
  discounts: {
    id: Generated<number>
    company_id: CompanyId
    name: string
    type: DiscountType
    hundredths: number
    max_amount_bani: number | null
    min_cost_bani: Generated<number>
    trigger: DiscountTrigger
    nth: number | null
    code: string | null
    protocol_user_id: UserId | null
    days: Generated<number[]>
    time_from: string | null
    time_to: string | null
    valid_from: string | null
    valid_to: string | null
    max_uses: number | null
    max_uses_per_client: number | null
    service_ids: Generated<number[]>
    compensated_percent: Generated<number>
    is_active: Generated<boolean>
    created_by: UserId | null
    created_at: Date
    updated_at: Date
    deleted_at: Date | null
    version: Generated<number>
  }
  order_discounts: {
    order_id: OrderId
    discount_id: number
    client_id: UserId | null
    type: DiscountType
    hundredths: number
    max_amount_bani: number | null
    min_cost_bani: number
    compensated_percent: number
    frozen_at: Date
    is_counted: Generated<boolean>
  }
}
