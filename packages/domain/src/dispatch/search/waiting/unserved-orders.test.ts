import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asId, type CompanyId, type OrderId } from '../../../kernel/ids.ts'
import {
  aDriver,
  aSearchRequest,
  aStand,
  aStep,
  at,
  driverId,
  northOfPickup,
  OTHER_ZONE,
  OUR_COMPANY,
  PARTNER,
  standId,
} from '../testing/builders.ts'
import type { DriverFacts } from '../walk.ts'
import { notOfferedAgain, offeringSteps, type UnservedOrder, UnservedOrders } from './unserved-orders.ts'

const RADIUS = aStep({ searchType: 'by_radius', searchLimit: 1000 })

function unserved(id: number, promised: number, facts: Partial<UnservedOrder> = {}, metres = 0): UnservedOrder {
  return {
    request: aSearchRequest({ orderId: asId<OrderId>(id), pickup: northOfPickup(metres) }),
    promisedAt: at(promised),
    companyIds: [OUR_COMPANY],
    steps: [RADIUS],
    offered: [],
    ...facts,
  }
}

/** Whether the driver, the only one there is, is left to an older one of these orders. */
function isLeftTo(orders: readonly UnservedOrder[], order: UnservedOrder, driver: DriverFacts): boolean {
  return new UnservedOrders(orders, at(60)).isLeftToOlder(driver, order, [driver])
}

describe('a free driver is left to the order with the oldest promise', () => {
  const newest = unserved(3, 20)
  const isLeft = (older: UnservedOrder, facts: Parameters<typeof aDriver>[1] = {}) =>
    isLeftTo([newest, older], newest, aDriver(1, facts))

  test.each<[is: boolean, why: string, older: UnservedOrder, facts?: Parameters<typeof aDriver>[1]]>([
    [true, 'whose rules fit', unserved(1, 10)],
    [true, 'of two promises of the same instant the lower id', unserved(1, 20)],
    [false, 'but not to a newer one', unserved(4, 30)],
    [false, 'unless the driver had an offer of it', unserved(1, 10, { offered: [driverId(1)] })],
    [false, 'unless it is too far', unserved(1, 10, {}, 3000)],
    [false, 'unless the driver rings for a third', unserved(1, 10), { holdsOfferOf: asId<OrderId>(7) }],
    [false, 'unless the driver is busy', unserved(1, 10), { isBusy: true }],
    [false, 'unless its step is for another zone', unserved(1, 10, { steps: [aStep()] }), { zoneId: OTHER_ZONE }],
    [false, 'unless its steps make no more offers now', unserved(1, 10, { steps: [] })],
    [false, 'unless it may not have drivers of this company', unserved(1, 10, { companyIds: [PARTNER] })],
    [
      false,
      'unless it measures by road, which is not known',
      unserved(1, 10, { steps: [aStep({ searchType: 'by_route', searchLimit: 1000 })] }),
    ],
    [
      false,
      'unless it is of another company',
      unserved(1, 10, { request: aSearchRequest({ orderId: asId<OrderId>(1), ownCompanyId: asId<CompanyId>(2) }) }),
    ],
  ])('%s: %s', (is, _why, older, facts) => expect(isLeft(older, facts)).toBe(is))

  test('of a step by stands: a driver at any stand within its limit, because nobody waits at the nearer ones', () => {
    const stands = [aStand(1, { metres: 100 }), aStand(2, { metres: 900 }), aStand(3, { metres: 2000 })]
    const byStand = aStep({ searchType: 'by_near_stand', searchLimit: 1000 })
    const request = { ...aSearchRequest({ orderId: asId<OrderId>(1) }), stands }
    const older = unserved(1, 10, { request, steps: [byStand] })
    expect([1, 2, 3].map((id) => isLeft(older, { standId: standId(id) }))).toEqual([true, true, false])
  })

  test('which itself takes the driver', () => {
    const oldest = unserved(1, 10)
    expect(isLeftTo([newest, oldest], oldest, aDriver(1))).toBe(false)
  })
})

test('of six waiting orders a driver who comes on duty wakes the oldest, and five drivers wake the three oldest', () => {
  const six = [5, 3, 6, 1, 4, 2].map((id) => unserved(id, id * 10))
  const wake = (drivers: number) =>
    new UnservedOrders(six, at(90)).ordersFor(
      Array.from({ length: drivers }, (_, i) => aDriver(i + 1)),
      (driver) => driver,
    )
  expect(wake(1)).toEqual([1])
  expect(wake(5)).toEqual([1, 2, 3])
})

test('a driver who comes free is judged by the zones of each order’s own company', () => {
  const byZone = (id: number, ownCompanyId: CompanyId) =>
    unserved(id, id * 10, {
      request: aSearchRequest({ orderId: asId<OrderId>(id), ownCompanyId }),
      companyIds: [OUR_COMPANY, PARTNER],
      steps: [aStep()],
    })
  const orders = new UnservedOrders([byZone(1, PARTNER), byZone(2, OUR_COMPANY)], at(90))
  const asSeenBy = (companyId: CompanyId) =>
    aDriver(1, { companyId: PARTNER, ...(companyId === OUR_COMPANY ? {} : { zoneId: OTHER_ZONE }) })
  expect(orders.ordersFor([1], (_driver, companyId) => asSeenBy(companyId))).toEqual([2])
  expect(orders.ordersFor([1], () => null)).toEqual([])
})

test('two drivers are left to the oldest order, the nearest ones, and the others to the newer orders', () => {
  const orders = [1, 2, 3].map((id) => unserved(id, id * 10))
  const fleet = [400, 100, 300, 200, 500].map((metres, i) => aDriver(i + 1, { metres }))
  const unservedOrders = new UnservedOrders(orders, at(60))
  const leftBy = (id: number) =>
    fleet
      .filter((driver) => unservedOrders.isLeftToOlder(driver, orders[id - 1] as UnservedOrder, fleet))
      .map(({ driverId }) => driverId)
  expect([leftBy(1), leftBy(2), leftBy(3)]).toEqual([[], [2, 4], [1, 2, 3, 4]])
})

test('drivers are shared out among the orders as a plain loop over them finds it', () => {
  const anOrder = fc.record({
    promised: fc.integer({ min: 0, max: 3 }),
    metres: fc.integer({ min: 0, max: 3000 }),
    offered: fc.subarray([1, 2, 3, 4, 5]),
  })
  const aFleet = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(anOrder, { maxLength: 6 }), aFleet, (drawn, metres) => {
      const orders = drawn.map(({ promised, offered, ...of }, i) =>
        unserved(i + 1, promised, { offered: offered.map(driverId) }, of.metres),
      )
      const fleet = metres.map((far, i) => aDriver(i + 1, { metres: far }))
      const places = orders.map((_, n) => n)
      const oldestFirst = places.toSorted((a, b) => (drawn[a]?.promised ?? 0) - (drawn[b]?.promised ?? 0) || a - b)
      const takenBy = new Map<number, number>()
      for (const n of oldestFirst) {
        const far = (i: number) => Math.abs((drawn[n]?.metres ?? 0) - (metres[i] ?? 0))
        const fits = (i: number) => far(i) <= 1000 && !drawn[n]?.offered.includes(i + 1) && !takenBy.has(i)
        const nearest = metres
          .map((_, i) => i)
          .filter(fits)
          .sort((a, b) => far(a) - far(b) || a - b)
        for (const i of nearest.slice(0, 2)) takenBy.set(i, n)
      }
      const unservedOrders = new UnservedOrders(orders, at(60))
      for (const [i, driver] of fleet.entries())
        for (const n of i % 2 === 0 ? places : places.toReversed()) {
          const taker = takenBy.get(i)
          const isOlder = taker !== undefined && oldestFirst.indexOf(taker) < oldestFirst.indexOf(n)
          expect(unservedOrders.isLeftToOlder(driver, orders[n] as UnservedOrder, fleet)).toBe(isOlder)
        }
    }),
  )
})

describe('the drivers whom the open round does not ask again', () => {
  const ids = (...numbers: number[]) => numbers.map(driverId)
  // 1 refused, 2 let the offer ring, 3 lost it to a ban or another order.
  const walk = { offeredBefore: ids(1, 2, 3), refusedBefore: ids(1), triedBefore: ids(1, 2) }
  const waiting = { ...aStep(), searchType: 'waiting' as const }
  test.each([
    ['a step: who refused, and whom it asked itself', aStep(), [1, 4]],
    ['a step without those of the steps before', aStep({ excludePrevious: true }), [1, 2, 3, 4]],
    ['an order that waits: who had a chance', waiting, [1, 2, 4]],
  ])('%s', (_what, step, wanted) => {
    expect([...new Set(notOfferedAgain(walk, { step, offered: ids(4) }))].sort()).toEqual(wanted)
  })
})

describe('the steps that may make further offers', () => {
  const walk = {
    steps: [aStep({ searchLimit: 3 }), aStep({ notificationMethod: 'pending' }), RADIUS],
    offersBefore: { 1: 3 },
  }
  const now = at(5)
  test.each([
    ['a step with room', aStep({ searchLimit: 3 }), 2, 1],
    ['a step that asked as many as it may', aStep({ searchLimit: 3 }), 3, 0],
    ['a group that was answered before the next is due', aStep({ stagger: { drivers: 2, seconds: 6 } }), 2, 0],
    ['a group that is due', aStep({ stagger: { drivers: 2, seconds: 4 } }), 2, 1],
    ['a list', aStep({ notificationMethod: 'pending' }), 0, 0],
  ])('%s', (_what, step, offers, count) => {
    expect(offeringSteps(walk, { step, startedAt: at(0), offers }, now)).toHaveLength(count)
  })
  test('an order that waits: those of its ringing steps which have room', () => {
    const waiting = { step: { ...aStep(), searchType: 'waiting' as const }, startedAt: at(0), offers: 0 }
    expect(offeringSteps(walk, waiting, now)).toEqual([RADIUS])
    expect(offeringSteps({ ...walk, offersBefore: { 1: 2 } }, waiting, now)).toHaveLength(2)
  })
})
