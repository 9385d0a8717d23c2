import { compensationOf, discountAmount } from '@dispecerat/domain/discount'
import type { Tx } from '../db/database.ts'
import { saveDiscountOf, termsOfOrder } from './order-discounts.store.ts'

/** A finished order that was promised a discount. */
export interface DiscountedFare {
  orderId: number
  costBani: number | null
  /** As somebody wrote it, when `isByHand`. */
  discountAmountBani: number | null
  isByHand: boolean
}

/** What the discount makes of the fare. */
export interface ReckonedDiscount {
  discountedCostBani: number | null
  compensatedBani: number
}

/**
 * Reckons what comes off a locked order by the terms it was placed with, and the driver's part of it, and writes both on the
 * order; the ledger takes them in the same transaction. An amount written by hand stands
 * as far as those terms, or without terms the cost, reach: the cost may have changed since it was written.
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

/** The most that may come off a cost by the terms frozen with an order; null: it was promised nothing. */
export async function maxDiscountOf(tx: Tx, orderId: number, costBani: number): Promise<number | null> {
  const terms = await termsOfOrder(tx, orderId)
  return terms && discountAmount(terms, costBani)
}
