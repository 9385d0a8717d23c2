import { percentOf } from '../kernel/money.ts'
import type { PaymentType } from '../orders/order.ts'

export const COMMISSION_TYPES = ['percent', 'fixed', 'none'] as const
export type CommissionType = (typeof COMMISSION_TYPES)[number]

/** Terms by which a company takes commission of each order. */
export interface CommissionTerms {
  type: CommissionType
  /** Hundredths of a percent (1000 = 10 %), or bani of a fixed commission. */
  hundredths: number
  /** Card fee of the bank, in hundredths of a percent. */
  cardFeeHundredths: number
}

/** Amounts of a finished order. */
export interface Fare {
  paymentType: PaymentType
  /** null: no cost was entered yet, and nothing is owed. */
  costBani: number | null
  /** Cost left after a discount; null: no discount. */
  discountedCostBani: number | null
  /** The part of the discount that the company gives back to the driver. */
  compensatedBani: number
}

/** The money of one finished order, in bani; nothing in it is negative. */
export interface OrderMoney {
  paymentType: PaymentType
  /** Amount the client, the bank or the protocol company pays. */
  chargedBani: number
  commissionBani: number
  cardFeeBani: number
  compensatedBani: number
  /** Amount the company owes the driver; 0 for cash, which the driver already holds. */
  driverPaymentBani: number
}

/**
 * Splits an order's money. Cash stays with the driver, who owes the commission; for a card or protocol order the company owes the driver
 * what was charged plus its part of the discount, less commission and card fee. Neither ever exceeds what was charged.
 */
export function moneyOf(fare: Fare, terms: CommissionTerms): OrderMoney {
  const { paymentType, compensatedBani } = fare
  const chargedBani = fare.discountedCostBani ?? fare.costBani ?? 0
  const commissionBani = Math.min(commissionOf(chargedBani, terms), chargedBani)
  const fee = paymentType === 'card' ? percentOf(chargedBani, terms.cardFeeHundredths) : 0
  const cardFeeBani = Math.min(fee, chargedBani - commissionBani)
  const driverPaymentBani = paymentType === 'cash' ? 0 : chargedBani + compensatedBani - commissionBani - cardFeeBani
  return { paymentType, chargedBani, commissionBani, cardFeeBani, compensatedBani, driverPaymentBani }
}

function commissionOf(chargedBani: number, { type, hundredths }: CommissionTerms): number {
  if (type === 'percent') return percentOf(chargedBani, hundredths)
  return type === 'fixed' ? hundredths : 0
}
