import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asId, type CompanyId, type DriverId, type OrderId, type StandId } from '../../kernel/ids.ts'
import { NOTIFICATION_METHODS, SEARCH_ORDERS, SEARCH_TYPES, type SearchStep, STEP_DEFAULTS } from '../search-rules.ts'
import { runReplay } from './run-replay.ts'
import { pastFigures } from './tally.ts'
import { DAY_FROM, pretendDay, TOWN } from './testing/pretend-day.ts'
import type { Trip } from './trip-model.ts'
import type { PastOrder, ReplayRules, ReplayWorld } from './world.ts'

const step = (rules: Partial<SearchStep>): SearchStep => ({ ...STEP_DEFAULTS, ...rules })

function always(steps: readonly SearchStep[]): ReplayRules {
  const interval = { id: 1, searchMethodId: 1, type: 'weekdays' as const, timeFrom: '00:00:00', timeTo: '23:59:59' }
  return { intervals: [{ ...interval, selectedDay: null, customDay: null, steps }] }
}

const NEAR_AND_FAR = always([
  step({ searchSeconds: 8, searchLimit: 4, searchOrderBy: 'by_idle_from' }),
  step({ searchType: 'by_radius', searchSeconds: 15, searchLimit: 4000, showForBusyDrivers: true }),
])
const small = (seed: number) => pretendDay({ seed, drivers: 15, orders: 70, hours: 4, positionEvery: 20 })

/** A world with these orders and one driver who stays in the centre and accepts nearly everything. */
function oneDriver(orders: readonly Partial<PastOrder>[], metresNorth = 0): ReplayWorld {
  const world = pretendDay({ seed: 1, drivers: 1, orders: 0, hours: 6, positionEvery: 30 })
  const rows = (6 * 3600) / 30
  const lat = Math.round((TOWN.lat + metresNorth / 111_195) * 1e6)
  const { yesRates, noRates } = world.answers.company
  const keen = {
    delivered: 1,
    seen: 1,
    yesRates: yesRates.map((rate) => rate * 8),
    noRates: noRates.map((rate) => rate / 20),
  }
  return {
    ...world,
    trails: {
      at: Int32Array.from({ length: rows }, (_, i) => i * 30_000),
      lat: new Int32Array(rows).fill(lat),
      long: new Int32Array(rows).fill(Math.round(TOWN.long * 1e6)),
    },
    drivers: world.drivers.map((driver) => ({
      ...driver,
      shifts: [{ from: world.from, to: world.to, carOptions: [] }],
      trail: { first: 0, end: rows },
    })),
    answers: { ...world.answers, byDriver: new Map([[asId<DriverId>(1), keen]]) },
    orders: orders.map((order, i) => ({ ...anOrder(i + 1), ...order })),
  }
}

function anOrder(id: number): PastOrder {
  return {
    orderId: asId<OrderId>(id),
    searchAt: DAY_FROM + 3_600_000,
    pickup: TOWN,
    destination: TOWN,
    serviceId: 1,
    options: [],
    namedDriverIds: [],
    onlyNamed: false,
    partnerIds: [],
    calledOffAt: null,
    past: {
      driverId: null,
      assignedAt: null,
      pickupMetres: null,
      arrivedAt: null,
      startedAt: null,
      finishedAt: null,
      wasUnserved: true,
    },
  }
}

const minutes = (count: number) => DAY_FROM + 3_600_000 + count * 60_000
const LONG_RADIUS = (metres: number) =>
  always([step({ searchType: 'by_radius', searchSeconds: 60, searchLimit: metres })])

test('the same seed gives the same outcome, another seed a different one', () => {
  const first = runReplay(small(3), NEAR_AND_FAR, { seed: 7 })
  expect(runReplay(small(3), NEAR_AND_FAR, { seed: 7 })).toEqual(first)
  expect(runReplay(small(3), NEAR_AND_FAR, { seed: 8 })).not.toEqual(first)
  expect(first.served).toBeGreaterThan(20)
  expect(first.served + first.unserved + first.calledOff).toBe(first.orders)
})

const anyStep = fc
  .record({
    searchType: fc.constantFrom(...SEARCH_TYPES),
    searchOrderBy: fc.constantFrom(...SEARCH_ORDERS),
    notificationMethod: fc.constantFrom(...NOTIFICATION_METHODS),
    searchSeconds: fc.integer({ min: 2, max: 30 }),
    size: fc.integer({ min: 1, max: 8 }),
    excludePrevious: fc.boolean(),
    showForBusyDrivers: fc.boolean(),
    bans: fc.boolean(),
  })
  .map(({ size, bans, ...rules }) =>
    step({
      ...rules,
      searchLimit: rules.searchType === 'by_zone' || rules.searchType === 'by_near_zone' ? size : size * 700,
      banConditions: { active: bans, type: 'ban', drivers: { from: 1, to: 3 }, count: 2, resetInterval: 30 },
    }),
  )

test('under any rules a driver has one order at a time, no order is served twice, every order ends once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.array(anyStep, { minLength: 1, maxLength: 4 }), (seed, steps) => {
      const trips = new Map<DriverId, Trip[]>()
      const served: OrderId[] = []
      const outcome = runReplay(small(seed), always(steps), {
        seed,
        onAssigned: (orderId, driverId, trip) => {
          served.push(orderId)
          trips.set(driverId, [...(trips.get(driverId) ?? []), trip])
        },
      })
      expect(new Set(served).size).toBe(served.length)
      expect(outcome.served).toBe(served.length)
      expect(outcome.served + outcome.unserved + outcome.calledOff).toBe(outcome.orders)
      for (const own of trips.values()) {
        own.forEach((trip, i) => {
          const before = own[i - 1]
          if (before) expect(trip.setsOffAt).toBeGreaterThanOrEqual(before.endsAt)
        })
      }
    }),
    { numRuns: 30 },
  )
}, 30_000)

test('two orders beyond 500 m are unserved; with 5000 m the same driver takes both, one after the other', () => {
  const world = oneDriver([{ searchAt: minutes(0) }, { searchAt: minutes(90) }], 2000)
  expect(runReplay(world, LONG_RADIUS(500), { seed: 1 })).toMatchObject({ served: 0, unserved: 2, offers: 0 })
  const wider = runReplay(world, LONG_RADIUS(5000), { seed: 1 })
  expect(wider).toMatchObject({ served: 2, unserved: 0, ordersOf: [{ driverId: 1, orders: 2 }] })
  // For the second order the driver starts from the end of the first trip, drives back to the recorded position, and is 2 km away again.
  expect(wider.medianPickupMetres).toBe(2000)
})

test('a driver on a modelled trip is not offered an order; one about to end it is, where the step shows busy drivers', () => {
  const orders = [{ searchAt: minutes(0) }, { searchAt: minutes(1) }]
  expect(runReplay(oneDriver(orders), LONG_RADIUS(5000), { seed: 1 })).toMatchObject({ served: 1, unserved: 1 })
  const late = [{ searchAt: minutes(0) }, { searchAt: minutes(6) }]
  const shown = always([
    step({ searchType: 'by_radius', searchSeconds: 60, searchLimit: 5000, showForBusyDrivers: true }),
  ])
  const longTrip = { startedAt: minutes(4), finishedAt: minutes(24) }
  const world = oneDriver(late.map((order) => ({ ...order, past: { ...anOrder(1).past, ...longTrip } })))
  expect(runReplay(world, LONG_RADIUS(5000), { seed: 1 })).toMatchObject({ served: 1, unserved: 1 })
  expect(runReplay(world, shown, { seed: 1 })).toMatchObject({ served: 2, unserved: 0 })
})

test('an order the client gave up is called off when it has no driver by then, and served when it has one', () => {
  const gone = oneDriver([{ calledOffAt: minutes(0) + 1000 }])
  expect(runReplay(gone, LONG_RADIUS(5000), { seed: 1 })).toMatchObject({ served: 0, calledOff: 1, unserved: 0 })
  const patient = oneDriver([{ calledOffAt: minutes(5) }])
  expect(runReplay(patient, LONG_RADIUS(5000), { seed: 1 })).toMatchObject({ served: 1, calledOff: 0 })
})

test("a pinned list waits for the company's pending timeout, then the order is unserved", () => {
  const pinned = always([
    step({ searchType: 'by_radius', searchSeconds: 5, searchLimit: 50, notificationMethod: 'pending_pinned' }),
  ])
  expect(runReplay(oneDriver([{}], 3000), pinned, { seed: 1 })).toMatchObject({ served: 0, unserved: 1 })
  expect(runReplay(oneDriver([{}]), pinned, { seed: 1 })).toMatchObject({ served: 1, unserved: 0 })
})

test('a driver who ignores seen offers is banned; one whose offers never arrive is only counted as spared', () => {
  const conditions = { active: true, type: 'ban' as const, drivers: { from: 1, to: 1 }, count: 2, resetInterval: 60 }
  const strict = always([
    step({ searchType: 'by_radius', searchSeconds: 10, searchLimit: 5000, banConditions: conditions }),
  ])
  const orders = [{ searchAt: minutes(0) }, { searchAt: minutes(2) }, { searchAt: minutes(4) }]
  const asleep = (seen: number) => {
    const world = oneDriver(orders)
    const company = { ...world.answers.company, delivered: 1, seen, yesRates: [], noRates: [] }
    return { ...world, answers: { ...world.answers, company, byDriver: new Map() } }
  }
  const banned = runReplay(asleep(1), strict, { seed: 1 })
  expect(banned.bans).toEqual([{ driverId: 1, at: minutes(2) + 10_000, until: minutes(62) + 10_000 }])
  expect([banned.offers, banned.unserved]).toEqual([2, 3])
  const spared = runReplay(asleep(0), strict, { seed: 1 })
  expect([spared.bans, spared.spared, spared.offers]).toEqual([[], [1], 3])
})

test('a driver whose real client is driven by another waits, and no trail of that trip moves them', () => {
  const world = oneDriver([{ searchAt: minutes(10) }])
  const drivenAway = world.trails.lat.map((lat, row) => (row * 30_000 > 3_600_000 + 300_000 ? lat + 500_000 : lat))
  const away = { ...world, trails: { ...world.trails, lat: drivenAway } }
  expect(runReplay(away, LONG_RADIUS(5000), { seed: 1 })).toMatchObject({ served: 0, unserved: 1 })
  const onTrip = away.drivers.map((driver) => ({ ...driver, trips: [{ from: minutes(4), to: minutes(40) }] }))
  expect(runReplay({ ...away, drivers: onTrip }, LONG_RADIUS(5000), { seed: 1 })).toMatchObject({ served: 1 })
})

test('a trip assigned by hand keeps its driver from the search for as long as it took', () => {
  const assignedTrip = { driverId: asId<DriverId>(1), from: minutes(-5), to: minutes(30), destination: null }
  const world = oneDriver([{ searchAt: minutes(0) }, { searchAt: minutes(45) }])
  expect(runReplay({ ...world, givenTrips: [assignedTrip] }, LONG_RADIUS(5000), { seed: 1 })).toMatchObject({
    served: 1,
    unserved: 1,
  })
})

test("a partner's driver is offered an order that may go to partners, and no other", () => {
  const partner = asId<CompanyId>(2)
  const world = oneDriver([{ searchAt: minutes(0) }, { searchAt: minutes(60), partnerIds: [partner] }])
  const abroad = world.drivers.map((driver) => ({ ...driver, companyId: partner }))
  expect(runReplay({ ...world, drivers: abroad }, LONG_RADIUS(5000), { seed: 1 })).toMatchObject({
    served: 1,
    unserved: 1,
  })
})

test('a driver waiting at a stand is found through it, first come first served; one who only passes is not', () => {
  const stand = {
    standId: asId<StandId>(1),
    companyId: asId<CompanyId>(1),
    point: TOWN,
    radiusMetres: 100,
    zoneId: null,
  }
  const atStand = always([step({ searchType: 'by_near_stand', searchSeconds: 30, searchLimit: 1000 })])
  const waiting = { ...oneDriver([{}]), stands: [stand] }
  expect(runReplay(waiting, atStand, { seed: 1 })).toMatchObject({ served: 1 })
  expect(runReplay({ ...oneDriver([{}], 300), stands: [stand] }, atStand, { seed: 1 })).toMatchObject({ offers: 0 })
  expect(runReplay(oneDriver([{}]), atStand, { seed: 1 })).toMatchObject({ offers: 0 })
})

test('the real figures are counted from the past itself', () => {
  const past = { ...anOrder(1).past, driverId: asId<DriverId>(1), assignedAt: minutes(0) + 12_000, pickupMetres: 900 }
  const orders = [{ ...anOrder(1), past: { ...past, wasUnserved: false } }, anOrder(2)]
  expect(pastFigures(orders)).toEqual({
    orders: 2,
    served: 1,
    unserved: 1,
    calledOff: 0,
    medianSeconds: 12,
    p90Seconds: 12,
    medianPickupMetres: 900,
  })
})
