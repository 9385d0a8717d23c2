import type { NewOrder } from '@dispecerat/contract/orders/order-shapes'
import type { CompanyId, OrderId, UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderInput } from '../create/order-input.ts'
import type { PlacingFacts } from '../create/order-placing.store.ts'
import { chooseDiscount } from '../discounts/discounts.public.ts'

interface Placed {
  companyId: CompanyId
  clientId: UserId | null
  orderInput: OrderInput
  facts: PlacingFacts
  departureAt: Date
  orderId?: OrderId
}

/** The discount an order is placed with, null for none; an account cannot choose one. */
export async function discountOfOrder(
  tx: Tx,
  actor: Actor,
  input: Pick<Partial<NewOrder>, 'promo_code' | 'discount_id'>,
  { companyId, clientId, orderInput, facts, departureAt, orderId }: Placed,
) {
  const mayChoose = actor.kind !== 'company'
  const promoCode = (mayChoose && input.promo_code) || null
  const discountId = (mayChoose && input.discount_id) || null
  if (!facts.hasDiscounts && promoCode === null && discountId === null) return null
  return chooseDiscount(tx, {
    companyId,
    clientId,
    serviceId: orderInput.serviceId,
    costBani: facts.estimatedCostBani,
    promoCode,
    discountId,
    protocolUserId: orderInput.paymentType === 'protocol' ? orderInput.protocolUserId : null,
    at: departureAt,
    ...(orderId === undefined ? {} : { orderId }),
  })
}
