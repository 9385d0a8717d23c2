import { type Permission, type Revoked, type Role, rolesMay } from '../identity/permissions.ts'
import type { UserId } from '../kernel/ids.ts'
import { isFareField, type OrderState, type PaymentType } from './order.ts'

/** Fields of an order whose change moves a driver's money. */
export interface FareFacts {
  costBani: number | null
  discountAmountBani: number | null
  paymentType: PaymentType
  protocolUserId: UserId | null
}

export interface FareEditor {
  roles: readonly Role[]
  revoked?: Revoked
  /** Permissions held, where the server has already sent them. */
  permissions?: readonly string[]
}

/** The order whose fare is changed. */
export interface FareOrder {
  state: OrderState
  /** Driven by a company that the editor does not work for: its ledger would change. */
  isOfPartner: boolean
}

export type WhyNotFare = 'of_partner' | 'not_allowed'

const WORD: Permission = 'orders.fare'

/** True when the editor may change any fare, without a limit on the amount. */
export function hasNoFareLimit({ roles, revoked, permissions }: FareEditor): boolean {
  return permissions?.includes(WORD) ?? rolesMay(roles, WORD, revoked)
}

/**
 * Null when `who` may change this fare field. `left`: amount that editors with a limit may still move on this order. The payer of a trip
 * that has not ended is part of dispatching and moves no money yet.
 */
export function whyNotFare(order: FareOrder, field: string, who: FareEditor, left: number): WhyNotFare | null {
  if (!isFareField(field)) return null
  const isFinished = order.state === 'finished'
  if (isFinished && order.isOfPartner) return 'of_partner'
  const isPayer = field === 'payment_type' || field === 'protocol_user_id'
  if (isPayer && !isFinished) return null
  return hasNoFareLimit(who) || left > 0 ? null : 'not_allowed'
}

/** A fare changed after the end of the trip needs a reason. */
export function fareNeedsReason(state: OrderState): boolean {
  return state === 'finished'
}

/**
 * Maximum amount of money that the change moves. Another payer moves the whole cost: what the client paid in cash is then paid by the bank
 * or the account as well. Without a cost so far, the estimate is compared.
 */
export function movedByFare(
  { state, estimatedCostBani }: { state: OrderState; estimatedCostBani: number | null },
  before: FareFacts,
  after: FareFacts,
): number {
  const moved =
    difference(before.costBani ?? (after.costBani === null ? null : estimatedCostBani), after.costBani) +
    difference(before.discountAmountBani, after.discountAmountBani)
  const isSamePayer = before.paymentType === after.paymentType && before.protocolUserId === after.protocolUserId
  if (isSamePayer || state !== 'finished') return moved
  return Math.max(moved, before.costBani ?? 0, after.costBani ?? 0)
}

function difference(before: number | null, after: number | null): number {
  return Math.abs((after ?? 0) - (before ?? 0))
}
