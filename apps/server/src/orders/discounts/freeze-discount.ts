import { DISCOUNT_REFUSAL_TEXTS } from '@dispecerat/contract/orders/discount-refusals'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { bestDiscount, type DiscountRequest, normalCode, whyNotDiscount } from '@dispecerat/domain/orders/discount'
import type { Tx } from '../../platform/db/database.ts'
import {
  discountRequestOf,
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
  if (order.clientId !== null && discounts.some(dependsOnClient)) await holdClient(tx, order.companyId, order.clientId)
  const request = await discountRequestOf(tx, order, wallTime(order.at))
  requireTyped(discounts, request)
  let open = discounts
  for (;;) {
    const best = bestDiscount(open, request)
    if (best === null || best.maxUses === null) return best
    const usesCount = await lockUses(tx, best.id)
    if (usesCount < best.maxUses) return best
    open = open.filter(({ id }) => id !== best.id)
    requireTyped(open, request)
  }
}

function dependsOnClient({ trigger, maxUsesPerClient }: NamedDiscount): boolean {
  return trigger === 'first_order' || trigger === 'every_nth_order' || maxUsesPerClient !== null
}

/** A discount requested by code or id is applied or refused, never silently ignored. */
function requireTyped(discounts: readonly NamedDiscount[], request: DiscountRequest): void {
  if (request.promoCode !== null && normalCode(request.promoCode) !== '') {
    const wanted = discounts.find(({ code }) => code === normalCode(request.promoCode ?? ''))
    const because = wanted ? whyNotDiscount(wanted, request) : 'other_code'
    if (because !== null) {
      throw new FieldErrors({ promo_code: [wanted ? DISCOUNT_REFUSAL_TEXTS[because] : 'Codul nu este valabil'] })
    }
  }
  if (request.chosenId !== null) {
    const wanted = discounts.find(({ id }) => id === request.chosenId)
    const because = wanted ? whyNotDiscount(wanted, request) : null
    if (!wanted || because !== null) {
      throw new FieldErrors({ discount_id: [because ? DISCOUNT_REFUSAL_TEXTS[because] : 'Reducerea nu se mai acordă'] })
    }
  }
}
