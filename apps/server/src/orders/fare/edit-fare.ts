import type { OrderChange } from '@dispecerat/contract/orders/order-shapes'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { baniFromRon } from '@dispecerat/domain/kernel/money'
import { doubtOfFare } from '@dispecerat/domain/orders/fare-doubt'
import type { Tx } from '../../platform/db/database.ts'
import type { OrderInput } from '../create/order-input.ts'
import { discountOfPayer } from '../discounts/discounts.public.ts'
import type { OrderChanges, OrderRecord } from '../order-record.ts'
import type { FareChange } from './check-fare.ts'

/** Payer of an order: an account, or the client when null. */
type Payable = Pick<OrderRecord, 'paymentType' | 'protocolUserId'>

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

/**
 * Updates a doubt after a cost was edited: it ends when a user without a limit enters the fare. A user with a limit could otherwise end it
 * by changing a single ban, so their fare is judged like the first one.
 */
export function doubtAfterEdit(order: OrderRecord, fare: FareChange | null): Pick<OrderChanges, 'fareDoubt'> {
  if (order.fareDoubt === null || fare === null || fare.before.costBani === fare.after.costBani) return {}
  const { costBani } = fare.after
  if (!fare.isLimited || costBani === null || order.tripFinishedAt === null) return { fareDoubt: null }
  const { estimatedCostBani: estimatedBani, tripStartedAt: startedAt, tripFinishedAt: finishedAt } = order
  const seen = {
    isPositionMock: order.fareDoubt === 'mock_position',
    metresFromPickup: order.fareDoubt === 'no_trip' ? 0 : null,
  }
  return { fareDoubt: doubtOfFare({ costBani, estimatedBani, startedAt, finishedAt, ...seen }) }
}

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
      orderId,
      companyId,
      clientId,
      serviceId: orderInput.serviceId,
      costBani: costBani ?? estimatedCostBani,
      protocolUserId: payerOf(orderInput),
      at: departure ?? order.departureTime ?? now,
    },
    mayGain: order.state !== 'canceled',
    now,
  })
  if (discountId === order.discountConditionId) return {}
  return { discountConditionId: discountId, discountAmountBani: null, discountedCostBani: null }
}

function payerOf({ paymentType, protocolUserId }: Payable): UserId | null {
  return paymentType === 'protocol' ? protocolUserId : null
}
