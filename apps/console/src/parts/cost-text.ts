import type { OrderView } from '@dispecerat/contract/order-shapes'
import { money } from '../text/format.ts'

/** '30,00 RON', or '30,00 RON − 3,00 RON = 27,00 RON' with a discount; null while nobody knows. */
export function costText(order: Pick<OrderView, 'cost' | 'discount_amount' | 'discounted_cost'>): string | null {
  const { cost, discount_amount: amount, discounted_cost: left } = order
  if (cost === null) return null
  return amount === null || left === null ? money(cost) : `${money(cost)} − ${money(amount)} = ${money(left)}`
}
