import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentType } from '../orders/order.ts'
import { type CommissionTerms, type Fare, moneyOf } from './commission.ts'

const fare = (paymentType: PaymentType, costBani: number | null, more: Partial<Fare> = {}): Fare => ({
  paymentType,
  costBani,
  discountedCostBani: null,
  compensatedBani: 0,
  ...more,
})
const terms = (more: Partial<CommissionTerms>): CommissionTerms => ({
  type: 'percent',
  hundredths: 1000,
  cardFeeHundredths: 150,
  ...more,
})

test.each([
  ['cash leaves the driver owing the commission', fare('cash', 50_00), {}, [5_00, 0, 0]],
  ['a card order pays cost less commission and fee', fare('card', 50_00), {}, [5_00, 75, 44_25]],
  ['a protocol order has no card fee', fare('protocol', 50_00), {}, [5_00, 0, 45_00]],
  ['a fixed commission', fare('protocol', 50_00), { type: 'fixed', hundredths: 3_50 } as const, [3_50, 0, 46_50]],
  ['no commission', fare('protocol', 50_00), { type: 'none' } as const, [0, 0, 50_00]],
  [
    'a discount and the part given back',
    fare('protocol', 50_00, { discountedCostBani: 40_00, compensatedBani: 5_00 }),
    {},
    [4_00, 0, 41_00],
  ],
  ['a fixed commission over the cost', fare('card', 2_00), { type: 'fixed', hundredths: 3_50 } as const, [2_00, 0, 0]],
  ['no cost written yet', fare('protocol', null), { type: 'fixed', hundredths: 3_50 } as const, [0, 0, 0]],
])('%s', (_name, order, more, [commissionBani, cardFeeBani, driverPaymentBani]) => {
  expect(moneyOf(order, terms(more))).toMatchObject({ commissionBani, cardFeeBani, driverPaymentBani })
})

test("no split exceeds the order's cost, and every part is whole bani", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<PaymentType>('cash', 'card', 'protocol'),
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.constantFrom<CommissionTerms['type']>('percent', 'fixed', 'none'),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (paymentType, costBani, type, hundredths, cardFeeHundredths) => {
        const money = moneyOf(fare(paymentType, costBani), { type, hundredths, cardFeeHundredths })
        for (const part of [money.commissionBani, money.cardFeeBani, money.driverPaymentBani]) {
          expect(Number.isInteger(part) && part >= 0).toBe(true)
        }
        const { commissionBani, cardFeeBani, driverPaymentBani } = money
        if (paymentType === 'cash') expect([driverPaymentBani, commissionBani <= costBani]).toEqual([0, true])
        else expect(commissionBani + cardFeeBani + driverPaymentBani).toBe(costBani)
      },
    ),
  )
})
