import type { OrderChange } from '@dispecerat/contract/orders/order-shapes'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import type { OrderChanges, OrderRecord } from '../order-record.ts'

/** Changes for a cost or discount entered by hand; the discounted cost follows from both. */
export function fareChanges(order: OrderRecord, { cost, discount_amount: discount }: OrderChange): OrderChanges {
  if (cost === undefined && discount === undefined) return {}
  const costBani = baniOr(cost, order.costBani)
  const discountByHand = discount !== undefined || order.discountByHand
  // The frozen discount is recomputed when the ledger settles the fare.
  if (!discountByHand && order.discountConditionId !== null) return { costBani }
  const discountAmountBani = baniOr(discount, order.discountAmountBani)
  const isReduced = costBani !== null && discountAmountBani !== null
  const discountedCostBani = isReduced ? costBani - discountAmountBani : null
  return { costBani, discountAmountBani, discountedCostBani, discountByHand }
}

/** Throws FieldErrors for a manual discount above the cost. */
export function requireDiscountWithinCost({ costBani, discountAmountBani, discountByHand }: OrderChanges): void {
  if (discountByHand && discountAmountBani != null && discountAmountBani > (costBani ?? 0)) {
    throw new FieldErrors({ discount_amount: ['Reducerea depășește costul'] })
  }
}

function baniOr(ron: number | null | undefined, current: number | null): number | null {
  if (ron === undefined) return current
  return ron === null ? null : baniFromRon(ron)
}
