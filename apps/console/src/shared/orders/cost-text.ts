import type { OrderView } from '@dispecerat/contract/orders/order-shapes'
import { money } from '../../text/format.ts'

type Fare = Pick<OrderView, 'cost' | 'discount_amount' | 'discounted_cost'>

/** '30,00 RON', or '30,00 RON − 3,00 RON = 27,00 RON' with a discount; null while the cost is unknown. */
export function costText(order: Fare): string | null {
  const { cost, discount_amount: amount, discounted_cost: left } = order
  if (cost === null) return null
  return amount === null || left === null ? money(cost) : `${money(cost)} − ${money(amount)} = ${money(left)}`
}

/** Label and text of an order's price: its cost, or else the announced estimate; null with neither. */
export function costFact(
  order: Fare & Pick<OrderView, 'estimated_cost'>,
  messages: { cost: string; estimate: string },
): [label: string, text: string] | null {
  const cost = costText(order)
  if (cost !== null) return [messages.cost, cost]
  return order.estimated_cost === null ? null : [messages.estimate, money(order.estimated_cost)]
}
