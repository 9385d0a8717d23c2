import { DISCOUNT_REFUSAL_TEXTS } from '@dispecerat/contract/discount-refusals'
import { bestDiscount, type DiscountRequest, normalCode, whyNotDiscount } from '@dispecerat/domain/discount'
import { FieldErrors } from '@dispecerat/domain/errors'
import { wallTime } from '@dispecerat/domain/search/choose-interval'
import type { Tx } from '../db/database.ts'
import {
  askOf,
  holdClient,
  lockUses,
  type NamedDiscount,
  type OrderDiscountRequest,
  openDiscounts,
} from './order-discounts.store.ts'

/**
 * Chooses the discount an order is placed with, or null. The client and a discount with limited uses are locked until the transaction ends,
 * so that the last use goes to one order. Throws FieldErrors on a `promo_code` or `discount_id` that does not apply.
 */
export async function chooseDiscount(tx: Tx, order: OrderDiscountRequest): Promise<NamedDiscount | null> {
  const discounts = await openDiscounts(tx, order.companyId)
  if (discounts.length === 0 && order.promoCode === null && order.discountId === null) return null
  if (order.clientId !== null && discounts.some(looksAtClient)) await holdClient(tx, order.companyId, order.clientId)
  const ask = await askOf(tx, order, wallTime(order.at))
  requireTyped(discounts, ask)
  let open = discounts
  for (;;) {
    const best = bestDiscount(open, ask)
    if (best === null || best.maxUses === null) return best
    const usesCount = await lockUses(tx, best.id)
    if (usesCount < best.maxUses) return best
    open = open.filter(({ id }) => id !== best.id)
    requireTyped(open, ask)
  }
}

function looksAtClient({ trigger, maxUsesPerClient }: NamedDiscount): boolean {
  return trigger === 'first_order' || trigger === 'every_nth_order' || maxUsesPerClient !== null
}

/** A discount requested by code or id is applied or refused, never silently ignored. */
function requireTyped(discounts: readonly NamedDiscount[], ask: DiscountRequest): void {
  if (ask.promoCode !== null && normalCode(ask.promoCode) !== '') {
    const wanted = discounts.find(({ code }) => code === normalCode(ask.promoCode ?? ''))
    const because = wanted ? whyNotDiscount(wanted, ask) : 'other_code'
    if (because !== null) {
      throw new FieldErrors({ promo_code: [wanted ? DISCOUNT_REFUSAL_TEXTS[because] : 'Codul nu este valabil'] })
    }
  }
  if (ask.chosenId !== null) {
    const wanted = discounts.find(({ id }) => id === ask.chosenId)
    const because = wanted ? whyNotDiscount(wanted, ask) : null
    if (!wanted || because !== null) {
      throw new FieldErrors({ discount_id: [because ? DISCOUNT_REFUSAL_TEXTS[because] : 'Reducerea nu se mai acordă'] })
    }
  }
}
