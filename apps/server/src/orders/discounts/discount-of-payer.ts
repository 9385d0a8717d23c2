import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { discountAmount, USUAL_COST_BANI } from '@dispecerat/domain/orders/discount'
import type { Tx } from '../../platform/db/database.ts'
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

/** A locked order whose payer has changed. */
interface NewPayer {
  order: Omit<OrderDiscountRequest, 'promoCode' | 'discountId'> & { orderId: OrderId }
  /** A canceled order gets no new discount. */
  mayGain: boolean
  now: Date
}

/**
 * Discount of an order after its payer changed: an account's discount is removed with the account, a better one of the new account is
 * added, and any that is independent of the payer stays frozen. Returns the id of the order's discount.
 */
export async function discountOfPayer(
  tx: Tx,
  { order, mayGain, now }: NewPayer,
): Promise<{ discountId: number | null }> {
  const promised = await promiseOf(tx, order.orderId)
  const current = promised?.trigger === 'protocol_company' ? null : promised
  const best = mayGain ? await chooseDiscount(tx, { ...order, promoCode: null, discountId: null }) : null
  const next = betterOf({ promised, current, best, costBani: order.costBani })
  if (next?.id === promised?.id) return { discountId: promised?.id ?? null }
  const { orderId, clientId } = order
  if (next === null) await dropDiscount(tx, orderId)
  else await keepDiscount(tx, { orderId, clientId, discount: next, now })
  await saveDiscountOf(tx, orderId, { amountBani: null, discountedBani: null, compensatedBani: null })
  return { discountId: next?.id ?? null }
}

/** An order that keeps its discount gains only by its new account; one that lost it is treated as newly placed. */
function betterOf(choice: {
  promised: StoredDiscount | null
  current: StoredDiscount | null
  best: NamedDiscount | null
  costBani: number | null
}): StoredDiscount | null {
  const { promised, current, best, costBani } = choice
  if (best === null) return current
  // Two accounts name the same discount: the terms frozen first stay.
  if (best.id === promised?.id) return promised
  if (current === null) return best
  if (best.trigger !== 'protocol_company') return current
  const worth = (discount: StoredDiscount) => discountAmount(discount, costBani ?? USUAL_COST_BANI)
  return worth(best) > worth(current) ? best : current
}
