import type { PaymentType } from './order.ts'

export const COMMISSION_TYPES = ['percent', 'fixed', 'none'] as const
export type CommissionType = (typeof COMMISSION_TYPES)[number]

/** What a company takes of each order. */
export interface CommissionTerms {
  type: CommissionType
  /** Of a percent (1000 = 10 %), or bani of a fixed commission. */
  hundredths: number
  /** What the bank takes of a card order, in hundredths of a percent. */
  cardFeeHundredths: number
}

/** What a finished order brought. */
export interface Fare {
  paymentType: PaymentType
  /** null: nobody wrote a cost yet, and nothing is owed. */
  costBani: number | null
  /** What is left of the cost after a discount; null: no discount. */
  discountedCostBani: number | null
  /** The part of the discount that the company gives back to the driver. */
  compensatedBani: number
}

/** The money of one finished order, in bani; nothing in it is negative. */
export interface OrderMoney {
  paymentType: PaymentType
  /** What the client, the bank or the protocol company pays. */
  chargedBani: number
  commissionBani: number
  cardFeeBani: number
  compensatedBani: number
  /** What the company owes the driver for it; 0 for cash, which is in his hand already. */
  driverPaymentBani: number
}

/**
 * Who owes whom for an order: cash is the driver's and he owes the commission; of a card or a protocol order the company owes
 * him what was charged and its part of the discount, less commission and card fee. Neither ever exceeds what the order brought.
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

/** So many hundredths of a percent of `bani` (≥ 0), half up to the ban: 10 % of 0,05 RON is 0,01 RON. */
export function percentOf(bani: number, hundredths: number): number {
  return Math.floor((2 * bani * hundredths + 10_000) / 20_000)
}
