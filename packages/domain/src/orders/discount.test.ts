import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asId, type UserId } from '../kernel/ids.ts'
import {
  bestDiscount,
  compensationOf,
  type Discount,
  type DiscountRefusal,
  type DiscountRequest,
  discountAmount,
  whyNotDiscount,
} from './discount.ts'

function discount(over: Partial<Discount> = {}): Discount {
  return {
    id: 1,
    type: 'percent',
    hundredths: 1000,
    maxAmountBani: null,
    minCostBani: 0,
    compensatedPercent: 100,
    trigger: 'weekday_time',
    nth: null,
    code: null,
    protocolUserId: null,
    days: [],
    timeFrom: null,
    timeTo: null,
    validFrom: null,
    validTo: null,
    maxUses: null,
    maxUsesPerClient: null,
    usesCount: 0,
    serviceIds: [],
    isActive: true,
    ...over,
  }
}

/** Monday noon, a known client's first order for 40 RON. */
function aRequest(over: Partial<DiscountRequest> = {}): DiscountRequest {
  return {
    at: { date: '2026-03-02', time: '12:00:00', weekday: 1 },
    serviceId: 1,
    costBani: 40_00,
    protocolUserId: null,
    contractDiscountId: null,
    ordersBefore: 0,
    promoCode: null,
    chosenId: null,
    usesByClient: new Map(),
    ...over,
  }
}

const CASES: [string, Partial<Discount>, Partial<DiscountRequest>, DiscountRefusal | null][] = [
  ['a discount without conditions', {}, {}, null],
  ['one switched off', { isActive: false }, {}, 'inactive'],
  ['before its first day', { validFrom: '2026-03-03' }, {}, 'not_yet'],
  ['on its first and last day', { validFrom: '2026-03-02', validTo: '2026-03-02' }, {}, null],
  ['after its last day', { validTo: '2026-03-01' }, {}, 'over'],
  ['another service', { serviceIds: [2, 3] }, {}, 'other_service'],
  ['one of its services', { serviceIds: [1, 2] }, {}, null],
  ['too cheap', { minCostBani: 40_01 }, {}, 'below_min_cost'],
  ['just dear enough', { minCostBani: 40_00 }, {}, null],
  ['a cost nobody knows yet', { minCostBani: 99_00 }, { costBani: null }, null],
  ['given away to the last', { maxUses: 3, usesCount: 3 }, {}, 'used_up'],
  ['one left', { maxUses: 3, usesCount: 2 }, {}, null],
  [
    'this client had his',
    { maxUsesPerClient: 1 },
    { ordersBefore: 4, usesByClient: new Map([[1, 1]]) },
    'used_up_by_client',
  ],
  ['this client had another one', { maxUsesPerClient: 1 }, { ordersBefore: 4, usesByClient: new Map([[2, 5]]) }, null],
  ['so many a client, and nobody knows who orders', { maxUsesPerClient: 1 }, { ordersBefore: null }, 'client_unknown'],
  ['the first order', { trigger: 'first_order' }, {}, null],
  ['the second is not the first', { trigger: 'first_order' }, { ordersBefore: 1 }, 'not_first'],
  ['nobody knows whose first', { trigger: 'first_order' }, { ordersBefore: null }, 'client_unknown'],
  ['the fifth of every fifth', { trigger: 'every_nth_order', nth: 5 }, { ordersBefore: 4 }, null],
  ['the tenth of every fifth', { trigger: 'every_nth_order', nth: 5 }, { ordersBefore: 9 }, null],
  ['the sixth of every fifth', { trigger: 'every_nth_order', nth: 5 }, { ordersBefore: 5 }, 'not_nth'],
  ['no code said', { trigger: 'promo_code', code: 'VARA10' }, { promoCode: ' ' }, 'no_code'],
  ['another code', { trigger: 'promo_code', code: 'VARA10' }, { promoCode: 'IARNA' }, 'other_code'],
  ['the code, typed carelessly', { trigger: 'promo_code', code: 'VARA10' }, { promoCode: ' vara10 ' }, null],
  ['paid by the client', { trigger: 'protocol_company', protocolUserId: asId<UserId>(7) }, {}, 'not_on_account'],
  [
    'paid by another account',
    { trigger: 'protocol_company', protocolUserId: asId<UserId>(7) },
    { protocolUserId: asId<UserId>(8) },
    'other_account',
  ],
  [
    'paid by its account',
    { trigger: 'protocol_company', protocolUserId: asId<UserId>(7) },
    { protocolUserId: asId<UserId>(7) },
    null,
  ],
  [
    'named by the contract',
    { trigger: 'protocol_company' },
    { protocolUserId: asId<UserId>(8), contractDiscountId: 1 },
    null,
  ],
  ['the wrong day', { days: [6, 7] }, {}, 'other_hours'],
  ['the right day', { days: [1] }, {}, null],
  ['within its hours, both ends', { timeFrom: '12:00', timeTo: '12:00' }, {}, null],
  ['a minute early', { timeFrom: '12:01', timeTo: '14:00' }, {}, 'other_hours'],
  [
    'over midnight, the day it began on',
    { days: [7], timeFrom: '22:00', timeTo: '05:00' },
    { at: { date: '2026-03-02', time: '04:59:59', weekday: 1 } },
    null,
  ],
  [
    'over midnight, the day after is not its own',
    { days: [1], timeFrom: '22:00', timeTo: '05:00' },
    { at: { date: '2026-03-02', time: '04:00:00', weekday: 1 } },
    'other_hours',
  ],
  ['by hand, and nobody chose it', { trigger: 'manual' }, {}, 'not_chosen'],
  ['by hand, chosen', { trigger: 'manual' }, { chosenId: 1 }, null],
]

test.each(CASES)('%s', (_, facts, requested, answer) => {
  expect(whyNotDiscount(discount(facts), aRequest(requested))).toBe(answer)
})

describe('amount of a discount', () => {
  test.each([
    ['ten percent of 24,55 is 2,46: half up', {}, 24_55, 2_46],
    ['of 0,05 one ban', {}, 5, 1],
    ['at most the cap', { maxAmountBani: 2_00 }, 40_00, 2_00],
    ['a fixed sum', { type: 'fixed', hundredths: 5_00 }, 40_00, 5_00],
    ['a fixed sum never more than the cost', { type: 'fixed', hundredths: 5_00 }, 3_00, 3_00],
    ['nothing of a fare below the least cost', { minCostBani: 20_00 }, 19_99, 0],
  ] as const)('%s', (_, facts, cost, amount) => {
    expect(discountAmount(discount(facts), cost)).toBe(amount)
  })

  const terms = fc.record({
    type: fc.constantFrom('percent' as const, 'fixed' as const),
    hundredths: fc.integer({ min: 1, max: 10_000 }),
    maxAmountBani: fc.option(fc.integer({ min: 1, max: 50_000 })),
    minCostBani: fc.integer({ min: 0, max: 20_000 }),
    compensatedPercent: fc.integer({ min: 0, max: 100 }),
  })

  test('a discount is never negative, never above the cost or the cap, and never less for a dearer ride', () => {
    fc.assert(
      fc.property(terms, fc.nat(200_000), fc.nat(1000), (facts, cost, more) => {
        const amount = discountAmount(facts, cost)
        expect(amount).toBeGreaterThanOrEqual(0)
        expect(amount).toBeLessThanOrEqual(Math.min(cost, facts.maxAmountBani ?? cost))
        expect(discountAmount(facts, cost + more)).toBeGreaterThanOrEqual(amount)
        expect(Number.isInteger(amount)).toBe(true)
      }),
    )
  })

  test("the driver's compensation is at most the client's discount", () => {
    fc.assert(
      fc.property(terms, fc.nat(200_000), (facts, cost) => {
        const amount = discountAmount(facts, cost)
        const back = compensationOf(facts, amount)
        expect(back).toBeGreaterThanOrEqual(0)
        expect(back).toBeLessThanOrEqual(amount)
        if (facts.compensatedPercent === 100) expect(back).toBe(amount)
      }),
    )
  })

  test('the best discount beats all others, the lowest id among equals, independent of the order of the list', () => {
    const list = fc.uniqueArray(
      fc
        .tuple(fc.integer({ min: 1, max: 99 }), terms, fc.boolean())
        .map(([id, facts, isActive]) => discount({ ...facts, id, isActive })),
      { selector: ({ id }) => id, maxLength: 8 },
    )
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 50_000 }), (discounts, costBani) => {
        const request = aRequest({ costBani })
        const best = bestDiscount(discounts, request)
        expect(bestDiscount([...discounts].reverse(), request)?.id).toBe(best?.id)
        const rivals = discounts.filter(
          (one) => whyNotDiscount(one, request) === null && discountAmount(one, costBani) > 0,
        )
        if (best === null) {
          expect(rivals).toEqual([])
          return
        }
        const max = Math.max(...rivals.map((one) => discountAmount(one, costBani)))
        expect(discountAmount(best, costBani)).toBe(max)
        expect(best.id).toBe(
          Math.min(...rivals.filter((one) => discountAmount(one, costBani) === max).map(({ id }) => id)),
        )
      }),
    )
  })

  test('without an estimate percentages and amounts are compared on a usual ride', () => {
    const percent = discount({ id: 1, hundredths: 2000 })
    const sum = discount({ id: 2, type: 'fixed', hundredths: 5_00 })
    expect(bestDiscount([percent, sum], aRequest({ costBani: null }))?.id).toBe(1)
    expect(bestDiscount([percent, sum], aRequest({ costBani: 20_00 }))?.id).toBe(2)
  })
})
