import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { compensationOf, discountAmount } from '@dispecerat/domain/orders/discount'
import type { Tx } from '../../platform/db/database.ts'
import { saveDiscountOf, termsOfOrder } from './order-discounts.store.ts'

/** A finished order with a frozen discount. */
export interface DiscountedFare {
  orderId: OrderId
  costBani: number | null
  /** The amount entered by hand, when `isByHand`. */
  discountAmountBani: number | null
  isByHand: boolean
}

/** Effect of the discount on the fare. */
export interface ReckonedDiscount {
  discountedCostBani: number | null
  compensatedBani: number
}

/**
 * Computes a locked order's discount and compensation by its frozen terms and saves them on the order; the ledger settles them in the same
 * transaction. A manual amount is limited by those terms, or by the cost when there are none, because the cost may have changed since it
 * was entered.
 */
export async function reckonDiscount(tx: Tx, fare: DiscountedFare): Promise<ReckonedDiscount> {
  const { orderId, costBani } = fare
  const terms = await termsOfOrder(tx, orderId)
  const reckoned = terms && costBani !== null ? discountAmount(terms, costBani) : 0
  const max = terms ? reckoned : (costBani ?? 0)
  const amountBani = (fare.isByHand ? Math.min(fare.discountAmountBani ?? 0, max) : reckoned) || null
  const isReduced = amountBani !== null && costBani !== null
  const discountedCostBani = isReduced ? costBani - amountBani : null
  const compensatedBani = terms && isReduced ? compensationOf(terms, amountBani) : 0
  await saveDiscountOf(tx, orderId, {
    amountBani,
    discountedBani: discountedCostBani,
    compensatedBani: compensatedBani || null,
  })
  return { discountedCostBani, compensatedBani }
}

/** Maximum discount on a cost by the order's frozen terms; null: it has none. */
export async function maxDiscountOf(tx: Tx, orderId: OrderId, costBani: number): Promise<number | null> {
  const terms = await termsOfOrder(tx, orderId)
  return terms && discountAmount(terms, costBani)
}
