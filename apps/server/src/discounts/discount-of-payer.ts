import { discountAmount, USUAL_COST_BANI } from '@dispecerat/domain/discount'
import type { Tx } from '../db/database.ts'
import { chooseDiscount } from './freeze-discount.ts'
import {
  dropDiscount,
  keepDiscount,
  type NamedDiscount,
  type OrderDiscountRequest,
  promiseOf,
  type StoredDiscount,
  saveDiscountOf,
} from './order-discounts.store.ts'

/** A locked order that somebody else pays for from now on. */
interface NewPayer {
  order: Omit<OrderDiscountRequest, 'promoCode' | 'discountId'> & { orderId: number }
  /** A canceled order is promised nothing new. */
  mayGain: boolean
  now: Date
}

/**
 * What an order is promised after its payer changed: a discount of accounts goes with the account, and a better one of the new
 * account comes; whatever does not look at who pays stays frozen as it was. Answers with the id the order carries from now on.
 */
export async function discountOfPayer(
  tx: Tx,
  { order, mayGain, now }: NewPayer,
): Promise<{ discountId: number | null }> {
  const promised = await promiseOf(tx, order.orderId)
  const standing = promised?.trigger === 'protocol_company' ? null : promised
  const best = mayGain ? await chooseDiscount(tx, { ...order, promoCode: null, discountId: null }) : null
  const next = betterOf({ promised, standing, best, costBani: order.costBani })
  if (next?.id === promised?.id) return { discountId: promised?.id ?? null }
  const { orderId, clientId } = order
  if (next === null) await dropDiscount(tx, orderId)
  else await keepDiscount(tx, { orderId, clientId, kept: next, now })
  await saveDiscountOf(tx, orderId, { amountBani: null, discountedBani: null, compensatedBani: null })
  return { discountId: next?.id ?? null }
}

/** An order that keeps what it has gains only by its new account; one that lost its own is as good as placed anew. */
function betterOf(given: {
  promised: StoredDiscount | null
  standing: StoredDiscount | null
  best: NamedDiscount | null
  costBani: number | null
}): StoredDiscount | null {
  const { promised, standing, best, costBani } = given
  if (best === null) return standing
  // The same discount by the same name of two accounts: the terms first promised stay.
  if (best.id === promised?.id) return promised
  if (standing === null) return best
  if (best.trigger !== 'protocol_company') return standing
  const worth = (discount: StoredDiscount) => discountAmount(discount, costBani ?? USUAL_COST_BANI)
  return worth(best) > worth(standing) ? best : standing
}
