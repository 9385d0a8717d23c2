import type { Tx } from '../../platform/db/database.ts'
import type { OrderInput } from '../create/order-input.ts'
import { discountOfPayer } from '../discounts/discounts.public.ts'
import type { OrderChanges, OrderRecord } from '../order-record.ts'

/** Payer of an order: an account, or the client when null. */
type Payable = Pick<OrderRecord, 'paymentType' | 'protocolUserId'>

/** Discount changes of an edited order whose payer has changed; empty while the payer or the discount is the same. */
export async function discountOfNewPayer(
  tx: Tx,
  order: OrderRecord,
  { orderInput, departure, now }: { orderInput: OrderInput; departure: Date | null; now: Date },
): Promise<OrderChanges> {
  if (order.state === 'new' || order.discountByHand || payerOf(order) === payerOf(orderInput)) return {}
  const { id: orderId, createdByCompanyId: companyId, clientId, costBani, estimatedCostBani } = order
  const { discountId } = await discountOfPayer(tx, {
    order: {
      ...{ orderId, companyId, clientId, serviceId: orderInput.serviceId, costBani: costBani ?? estimatedCostBani },
      protocolUserId: payerOf(orderInput),
      at: departure ?? order.departureTime ?? now,
    },
    mayGain: order.state !== 'canceled',
    now,
  })
  if (discountId === order.discountConditionId) return {}
  return { discountConditionId: discountId, discountAmountBani: null, discountedCostBani: null }
}

function payerOf({ paymentType, protocolUserId }: Payable): number | null {
  return paymentType === 'protocol' ? protocolUserId : null
}
