import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asId, type DriverId } from '../kernel/ids.ts'
import { PAYMENT_TYPES } from '../orders/order.ts'
import { moneyOf } from './commission.ts'
import {
  creditNoteEntries,
  driverPaymentEntries,
  invoicePaymentEntries,
  type LedgerEntry,
  mayBeReversed,
  mayLeave,
  orderEntries,
  reversedEntries,
  topUpEntries,
  transferDiscountEntries,
  transferEntries,
  withdrawEntries,
} from './ledger.ts'

const ION = asId<DriverId>(7)
const ANA = asId<DriverId>(8)

const total = (entries: readonly LedgerEntry[]) => entries.reduce((sum, { amountBani }) => sum + amountBani, 0)
const onAccountOf = (driver: DriverId, entries: readonly LedgerEntry[]) =>
  total(entries.filter(({ account, driverId }) => account === 'driver' && driverId === driver))

const amount = fc.integer({ min: 1, max: 9_999_999 })
const method = fc.constantFrom('cash' as const, 'bank' as const, 'card' as const, 'none' as const)
const hundredths = fc.integer({ min: 0, max: 10_000 })

test('every transaction and its reversal add up to zero', () => {
  const order = fc
    .record({ paymentType: fc.constantFrom(...PAYMENT_TYPES), cost: amount, share: hundredths, fee: hundredths })
    .map(({ paymentType, cost, share, fee }) =>
      moneyOf(
        {
          paymentType,
          costBani: cost,
          discountedCostBani: Math.floor(cost / 2),
          compensatedBani: Math.floor(cost / 4),
        },
        { type: 'percent', hundredths: share, cardFeeHundredths: fee },
      ),
    )
  const movement = fc.oneof(
    fc.tuple(amount, method).map(([bani, how]) => topUpEntries(ION, bani, how)),
    fc.tuple(amount, method).map(([bani, how]) => withdrawEntries(ION, bani, how)),
    amount.map((bani) => transferEntries(ION, ANA, bani)),
    fc
      .tuple(amount, hundredths, method)
      .map(([paidBani, bonusHundredths, how]) =>
        transferDiscountEntries(ION, { paidBani, bonusHundredths, method: how }),
      ),
    order.map((money) => orderEntries(ION, money)),
    order.map((money) => driverPaymentEntries(ION, money)),
  )
  fc.assert(
    fc.property(movement, (entries) => {
      expect(total(entries)).toBe(0)
      expect(total(reversedEntries(entries))).toBe(0)
      expect(onAccountOf(ION, [...entries, ...reversedEntries(entries)])).toBe(0)
    }),
  )
})

test('a payment of 100 with a bonus of 7,5 % credits 107,50', () => {
  const paid = { paidBani: 100_00, method: 'cash' } as const
  expect(onAccountOf(ION, transferDiscountEntries(ION, { ...paid, bonusHundredths: 750 }))).toBe(107_50)
  expect(transferDiscountEntries(ION, { ...paid, bonusHundredths: 0 }).map(({ type }) => type)).toEqual([
    'top_up',
    null,
  ])
})

test('a cash order takes its commission at once; a protocol order waits and is then paid in full', () => {
  const terms = { type: 'percent', hundredths: 1000, cardFeeHundredths: 0 } as const
  const fare = { costBani: 50_00, discountedCostBani: null, compensatedBani: 0 }
  const cash = moneyOf({ ...fare, paymentType: 'cash' }, terms)
  expect(onAccountOf(ION, orderEntries(ION, cash))).toBe(-5_00)
  const protocol = moneyOf({ ...fare, paymentType: 'protocol' }, terms)
  expect(onAccountOf(ION, orderEntries(ION, protocol))).toBe(0)
  expect(onAccountOf(ION, driverPaymentEntries(ION, protocol))).toBe(45_00)
})

test.each([
  [100, 100, 0, true],
  [100, 101, 0, false],
  [100, 150, 50, true],
  [100, 151, 50, false],
  [-50, 1, 50, false],
])('from a balance of %i bani, %i leave with a limit of %i: %s', (balance, bani, limit, may) => {
  expect(mayLeave(balance, bani, limit)).toBe(may)
})

test('a manual transaction is reversed manually; a commission follows its order', () => {
  expect((['top_up', 'withdraw', 'transfer', 'transfer_discount'] as const).every(mayBeReversed)).toBe(true)
  expect(
    (['order', 'driver_payment', 'correction', 'opening', 'invoice_payment', 'credit_note'] as const).some(
      mayBeReversed,
    ),
  ).toBe(false)
})

test('payments and credit notes of an account add up to zero on accounts without a driver', () => {
  expect(invoicePaymentEntries(50_00, 'bank')).toEqual([
    { account: 'bank', driverId: null, type: null, amountBani: -50_00 },
    { account: 'protocol_receivable', driverId: null, type: null, amountBani: 50_00 },
  ])
  expect(invoicePaymentEntries(-5_00, 'cash').map(({ account, amountBani }) => [account, amountBani])).toEqual([
    ['cash', 5_00],
    ['protocol_receivable', -5_00],
  ])
  expect(creditNoteEntries(7)).toEqual([
    { account: 'credit_notes', driverId: null, type: null, amountBani: -7 },
    { account: 'protocol_receivable', driverId: null, type: null, amountBani: 7 },
  ])
})
