import type { DriverId } from '../kernel/ids.ts'
import { percentOf } from '../kernel/money.ts'
import type { OrderMoney } from './commission.ts'

/**
 * Ledger accounts. Amounts are credits: what the company owes (a driver's balance) or earned is positive, what it holds or is owed is
 * negative, so that every transaction adds up to zero.
 */
export const LEDGER_ACCOUNTS = [
  'driver', // what the company owes this driver; negative: the driver owes it
  'driver_payments', // earned by drivers on card and protocol orders and not paid out yet
  'cash', // cash register
  'bank',
  'card', // card terminal payments in transit
  'unspecified', // money moved by an unspecified method
  'card_receivable', // card orders the bank pays for
  'protocol_receivable', // orders the protocol companies pay for
  'commission',
  'card_fees',
  'bonus', // bonus on top of a driver's payment
  'discounts', // client discounts compensated to drivers
  'credit_notes', // credited after the trip; the company bears it
  'opening', // balances from before the ledger
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

/** Row types of a driver's account. */
export const LEDGER_ROW_TYPES = [
  'top_up',
  'withdraw',
  'transfer_in',
  'transfer_out',
  'commission',
  'discount_compensation',
  'protocol_payment',
  'card_payment',
  'bonus',
  'correction',
] as const
export type LedgerRowType = (typeof LEDGER_ROW_TYPES)[number]

/** Kinds of ledger transactions. */
export const LEDGER_KINDS = [
  'top_up',
  'withdraw',
  'transfer',
  'transfer_discount',
  'order',
  'driver_payment',
  'correction',
  'opening',
  'invoice_payment', // of a protocol company
  'credit_note', // for a part of its invoice
] as const
export type LedgerKind = (typeof LEDGER_KINDS)[number]

export const MONEY_METHODS = ['cash', 'bank', 'card', 'none'] as const
export type MoneyMethod = (typeof MONEY_METHODS)[number]

export interface LedgerEntry {
  account: LedgerAccount
  /** Owner of a driver's account; on company accounts, the driver the entry is about. */
  driverId: DriverId | null
  /** Driver's accounts only. */
  type: LedgerRowType | null
  amountBani: number
}

/** Created manually, and so reversed manually; the others follow their order. */
const MANUAL_KINDS: readonly LedgerKind[] = ['top_up', 'withdraw', 'transfer', 'transfer_discount']

export function mayBeReversed(kind: LedgerKind): boolean {
  return MANUAL_KINDS.includes(kind)
}

/** True when this amount may leave an account that must not fall below −`limitBani`. */
export function mayLeave(balanceBani: number, amountBani: number, limitBani: number): boolean {
  return balanceBani - amountBani >= -limitBani
}

export function topUpEntries(driverId: DriverId, amountBani: number, method: MoneyMethod): LedgerEntry[] {
  return [ofDriver(driverId, 'top_up', amountBani), ofCompany(moneyAccount(method), driverId, -amountBani)]
}

export function withdrawEntries(driverId: DriverId, amountBani: number, method: MoneyMethod): LedgerEntry[] {
  return [ofDriver(driverId, 'withdraw', -amountBani), ofCompany(moneyAccount(method), driverId, amountBani)]
}

export function transferEntries(from: DriverId, to: DriverId, amountBani: number): LedgerEntry[] {
  return [ofDriver(from, 'transfer_out', -amountBani), ofDriver(to, 'transfer_in', amountBani)]
}

/** The driver pays `paidBani` and is credited this many hundredths of a percent on top of it. */
export function transferDiscountEntries(
  driverId: DriverId,
  { paidBani, bonusHundredths, method }: { paidBani: number; bonusHundredths: number; method: MoneyMethod },
): LedgerEntry[] {
  const bonusBani = percentOf(paidBani, bonusHundredths)
  return withoutZeros([
    ...topUpEntries(driverId, paidBani, method),
    ofDriver(driverId, 'bonus', bonusBani),
    ofCompany('bonus', driverId, -bonusBani),
  ])
}

/** Entries of a finished order; for card and protocol the driver's part waits in `driver_payments`. */
export function orderEntries(driverId: DriverId, money: OrderMoney): LedgerEntry[] {
  const { paymentType, chargedBani, commissionBani, cardFeeBani, compensatedBani, driverPaymentBani } = money
  const compensation = ofCompany('discounts', driverId, -compensatedBani)
  const earned = ofCompany('commission', driverId, commissionBani)
  if (paymentType === 'cash') {
    const owed = ofDriver(driverId, 'commission', -commissionBani)
    return withoutZeros([owed, earned, ofDriver(driverId, 'discount_compensation', compensatedBani), compensation])
  }
  const from = paymentType === 'card' ? 'card_receivable' : 'protocol_receivable'
  return withoutZeros([
    ofCompany(from, driverId, -chargedBani),
    earned,
    ofCompany('card_fees', driverId, cardFeeBani),
    compensation,
    ofCompany('driver_payments', driverId, driverPaymentBani),
  ])
}

/** Moves what waited in `driver_payments` to the driver's balance. */
export function driverPaymentEntries(
  driverId: DriverId,
  { paymentType, driverPaymentBani }: Pick<OrderMoney, 'paymentType' | 'driverPaymentBani'>,
): LedgerEntry[] {
  const type = paymentType === 'card' ? 'card_payment' : 'protocol_payment'
  return [ofCompany('driver_payments', driverId, -driverPaymentBani), ofDriver(driverId, type, driverPaymentBani)]
}

/** A protocol company pays `amountBani` of what it owes; negative: a refund. */
export function invoicePaymentEntries(amountBani: number, method: MoneyMethod): LedgerEntry[] {
  return [ofCompanyFunds(moneyAccount(method), -amountBani), ofCompanyFunds('protocol_receivable', amountBani)]
}

/** Writes off this amount of an invoice: it is no longer owed, though the trip took place. */
export function creditNoteEntries(amountBani: number): LedgerEntry[] {
  return [ofCompanyFunds('credit_notes', -amountBani), ofCompanyFunds('protocol_receivable', amountBani)]
}

/** The same entries with opposite signs. */
export function reversedEntries(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.map((entry) => ({
    ...entry,
    type: entry.type === null ? null : 'correction',
    amountBani: -entry.amountBani,
  }))
}

function ofDriver(driverId: DriverId, type: LedgerRowType, amountBani: number): LedgerEntry {
  return { account: 'driver', driverId, type, amountBani }
}

function ofCompany(account: Exclude<LedgerAccount, 'driver'>, driverId: DriverId, amountBani: number): LedgerEntry {
  return { account, driverId, type: null, amountBani }
}

/** An entry on a company account that is about no driver. */
function ofCompanyFunds(account: Exclude<LedgerAccount, 'driver'>, amountBani: number): LedgerEntry {
  return { account, driverId: null, type: null, amountBani }
}

function moneyAccount(method: MoneyMethod): Exclude<LedgerAccount, 'driver'> {
  return method === 'none' ? 'unspecified' : method
}

function withoutZeros(entries: readonly LedgerEntry[]): LedgerEntry[] {
  return entries.filter(({ amountBani }) => amountBani !== 0)
}
