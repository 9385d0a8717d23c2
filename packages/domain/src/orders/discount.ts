import type { UserId } from '../kernel/ids.ts'
import { percentOf } from '../kernel/money.ts'

export const DISCOUNT_TYPES = ['percent', 'fixed'] as const
export type DiscountType = (typeof DISCOUNT_TYPES)[number]

/** Conditions under which an order is discounted. */
export const DISCOUNT_TRIGGERS = [
  'every_nth_order',
  'first_order',
  'promo_code',
  'protocol_company',
  'weekday_time',
  'manual',
] as const
export type DiscountTrigger = (typeof DISCOUNT_TRIGGERS)[number]

/** Terms of a discount; frozen with each order, so that a later edit does not change what was promised. */
export interface DiscountTerms {
  type: DiscountType
  /** Hundredths of a percent (1000 = 10 %), or bani. */
  hundredths: number
  /** null: no cap but the cost itself. */
  maxAmountBani: number | null
  /** Orders below this cost get no discount. */
  minCostBani: number
  /** The share of the discount the company gives back to the driver, 0–100. */
  compensatedPercent: number
}

/** A discount of a company; days and hours are wall time in Bucharest. */
export interface Discount extends DiscountTerms {
  id: number
  trigger: DiscountTrigger
  /** every_nth_order only: 5 = the fifth, the tenth … */
  nth: number | null
  /** promo_code only, in capitals. */
  code: string | null
  /** protocol_company only; null: accounts whose contract names this discount. */
  protocolUserId: UserId | null
  /** 1 = Monday … 7; empty = every day. */
  days: readonly number[]
  /** 'HH:mm', both or none; an end before its start runs over midnight and belongs to the day it begins on. */
  timeFrom: string | null
  timeTo: string | null
  /** 'YYYY-MM-DD', both ends included; null = open. */
  validFrom: string | null
  validTo: string | null
  maxUses: number | null
  maxUsesPerClient: number | null
  usesCount: number
  /** Empty = every service. */
  serviceIds: readonly number[]
  isActive: boolean
}

/** Facts of the order for which a discount is looked up. */
export interface DiscountRequest {
  /** Departure in Bucharest wall time; weekday 1–7. */
  at: { date: string; time: string; weekday: number }
  serviceId: number
  /** The estimate; null when there is none yet, and then the minimum cost is checked when the order ends. */
  costBani: number | null
  /** The account that pays; null: the client pays. */
  protocolUserId: UserId | null
  /** The discount named in that account's contract. */
  contractDiscountId: number | null
  /** Earlier orders of the client that were not canceled; null: the client is unknown. */
  ordersBefore: number | null
  /** The code that was typed. */
  promoCode: string | null
  /** Chosen by the dispatcher. */
  chosenId: number | null
  /** Number of times this client has used each discount. */
  usesByClient: ReadonlyMap<number, number>
}

/** Reasons why a discount does not apply; the first that is true is given. */
export const DISCOUNT_REFUSALS = [
  'inactive',
  'not_yet',
  'over',
  'other_service',
  'below_min_cost',
  'used_up',
  'used_up_by_client',
  'client_unknown',
  'not_nth',
  'not_first',
  'no_code',
  'other_code',
  'not_on_account',
  'other_account',
  'other_hours',
  'not_chosen',
] as const
export type DiscountRefusal = (typeof DISCOUNT_REFUSALS)[number]

/** Cost assumed for an order without an estimate when amounts are compared: a usual ride. */
export const USUAL_COST_BANI = 30_00

/** 'vara10 ' is the code VARA10. */
export function normalCode(typed: string): string {
  return typed.trim().toUpperCase()
}

/** Reason why the discount does not apply; null: it applies. */
export function whyNotDiscount(discount: Discount, request: DiscountRequest): DiscountRefusal | null {
  const { at, costBani } = request
  if (!discount.isActive) return 'inactive'
  if (discount.validFrom !== null && at.date < discount.validFrom) return 'not_yet'
  if (discount.validTo !== null && at.date > discount.validTo) return 'over'
  if (discount.serviceIds.length > 0 && !discount.serviceIds.includes(request.serviceId)) return 'other_service'
  if (costBani !== null && costBani < discount.minCostBani) return 'below_min_cost'
  if (discount.maxUses !== null && discount.usesCount >= discount.maxUses) return 'used_up'
  return usedUpByClient(discount, request) ?? outsideHours(discount, request) ?? withoutTrigger(discount, request)
}

/** Amount taken off a cost of `costBani`, never more than the cost; half a ban is rounded up. */
export function discountAmount(terms: DiscountTerms, costBani: number): number {
  if (costBani < terms.minCostBani) return 0
  const wanted = terms.type === 'percent' ? percentOf(costBani, terms.hundredths) : terms.hundredths
  return Math.min(wanted, terms.maxAmountBani ?? wanted, costBani)
}

/** The company's share of a discount of `amountBani`, which the driver gets back. */
export function compensationOf({ compensatedPercent }: DiscountTerms, amountBani: number): number {
  return percentOf(amountBani, compensatedPercent * 100)
}

/** The discount with the highest amount, the lowest id among equals; null: none applies, or none is worth a ban. */
export function bestDiscount<D extends Discount>(discounts: readonly D[], request: DiscountRequest): D | null {
  const costBani = request.costBani ?? USUAL_COST_BANI
  const worth = (discount: D) => discountAmount(request.costBani === null ? atAnyCost(discount) : discount, costBani)
  let best: D | null = null
  for (const discount of discounts) {
    if (whyNotDiscount(discount, request) !== null || worth(discount) === 0) continue
    const gain = best === null ? 1 : worth(discount) - worth(best)
    if (gain > 0 || (gain === 0 && best !== null && discount.id < best.id)) best = discount
  }
  return best
}

/** Ignores the minimum cost, which is checked once the cost is known. */
function atAnyCost(terms: DiscountTerms): DiscountTerms {
  return { ...terms, minCostBani: 0 }
}

function usedUpByClient({ id, maxUsesPerClient }: Discount, request: DiscountRequest): DiscountRefusal | null {
  if (maxUsesPerClient === null) return null
  if (request.ordersBefore === null) return 'client_unknown'
  return (request.usesByClient.get(id) ?? 0) >= maxUsesPerClient ? 'used_up_by_client' : null
}

function outsideHours({ days, timeFrom, timeTo }: Discount, { at }: DiscountRequest): DiscountRefusal | null {
  const on = (weekday: number) => days.length === 0 || days.includes(weekday)
  const time = at.time.slice(0, 5)
  if (timeFrom === null || timeTo === null) return on(at.weekday) ? null : 'other_hours'
  if (timeFrom <= timeTo) return on(at.weekday) && time >= timeFrom && time <= timeTo ? null : 'other_hours'
  const dayBefore = at.weekday === 1 ? 7 : at.weekday - 1
  const isOpen = (on(at.weekday) && time >= timeFrom) || (on(dayBefore) && time <= timeTo)
  return isOpen ? null : 'other_hours'
}

function withoutTrigger(discount: Discount, request: DiscountRequest): DiscountRefusal | null {
  switch (discount.trigger) {
    case 'every_nth_order':
      if (request.ordersBefore === null) return 'client_unknown'
      return discount.nth !== null && (request.ordersBefore + 1) % discount.nth === 0 ? null : 'not_nth'
    case 'first_order':
      if (request.ordersBefore === null) return 'client_unknown'
      return request.ordersBefore === 0 ? null : 'not_first'
    case 'promo_code':
      if (request.promoCode === null || normalCode(request.promoCode) === '') return 'no_code'
      return normalCode(request.promoCode) === discount.code ? null : 'other_code'
    case 'protocol_company':
      if (request.protocolUserId === null) return 'not_on_account'
      return request.protocolUserId === discount.protocolUserId || request.contractDiscountId === discount.id
        ? null
        : 'other_account'
    case 'weekday_time':
      return null
    case 'manual':
      return request.chosenId === discount.id ? null : 'not_chosen'
  }
}
