import { describe, expect, test } from 'vitest'
import { asId, type OrderId } from '../../kernel/ids.ts'
import { PASS_REASONS, type PassReason } from '../search-rules.ts'
import { advanceWalk } from './advance-walk.ts'
import { lot } from './rank.ts'
import { routesToRequest } from './routes-to-request.ts'
import {
  aDriver,
  aSearchRequest,
  aStep,
  at,
  CENTRE_ZONE,
  driverId,
  northOfPickup,
  OTHER_ZONE,
  PARTNER,
  START,
  UNKNOWN_END,
} from './testing/builders.ts'
import {
  type DriverFacts,
  type Round,
  type Scene,
  type SearchRequest,
  startWalk,
  type Walk,
  type WalkStep,
} from './walk.ts'

interface Opening {
  step?: Partial<WalkStep>
  request?: Partial<SearchRequest>
  walk?: Partial<Walk>
  drivers: DriverFacts[]
  routeMetres?: Scene['routeMetres']
}

function openRound({ step, request, walk, drivers, routeMetres }: Opening): Round {
  const order = aSearchRequest(request)
  const fresh = startWalk({ orderId: order.orderId, walkNo: 1, steps: [aStep(step)], skipEmptySteps: false }, START)
  const { round } = advanceWalk({ ...fresh, ...walk }, { request: order, drivers, routeMetres }, START).walk
  if (round === null) throw new Error('no round was opened')
  return round
}
const offered = (opening: Opening) => openRound(opening).offers.map((offer) => offer.driverId)

describe('reasons for passing a driver over', () => {
  const because = (
    reason: PassReason,
    opening: Omit<Opening, 'drivers'> & { driver?: Parameters<typeof aDriver>[1] },
  ) => [reason, opening] as const
  test.each([
    because('inactive', { driver: { isActive: false } }),
    because('off_shift', { driver: { onShift: false } }),
    because('offline', { driver: { isOnline: false } }),
    because('stale_position', { driver: { point: null, positionAt: null } }),
    because('stale_position', { driver: { positionAt: at(-120.001) } }),
    because('implausible_position', { driver: { isPositionImplausible: true } }),
    because('banned', { driver: { bannedUntil: START } }),
    because('paused', { driver: { isPaused: true } }),
    because('busy', { driver: { isBusy: true } }),
    because('busy', { driver: { isBusy: true, finishing: UNKNOWN_END } }),
    because('busy', { driver: { isBusy: true }, step: { showForBusyDrivers: true } }),
    because('paused', {
      driver: { isPaused: true, isBusy: true, finishing: UNKNOWN_END },
      step: { showForBusyDrivers: true },
    }),
    because('wrong_service', { driver: { serviceIds: [2, 3] } }),
    because('no_car', { driver: { carOptions: null } }),
    because('missing_option', { driver: { carOptions: ['pets'] }, request: { options: ['pets', 'big_boot'] } }),
    because('papers_expired', { driver: { documentsExpired: true } }),
    because('low_balance', { driver: { balanceTooLow: true } }),
    because('canceled_this_order', { request: { canceledByDriverIds: [driverId(1)] } }),
    because('excluded_by_dispatcher', { request: { excludedDriverIds: [driverId(1)] } }),
    because('refused_this_order', {
      walk: { refusedBefore: [driverId(1)], offeredBefore: [driverId(1)] },
      step: { excludePrevious: true },
    }),
    because('already_asked', { walk: { offeredBefore: [driverId(1)] }, step: { excludePrevious: true } }),
    because('holds_another_offer', { driver: { holdsOfferOf: asId<OrderId>(501) } }),
    because('not_named', { step: { searchType: 'custom' } }),
    because('no_zone', { request: { pickupZoneId: null } }),
    because('other_zone', { driver: { zoneId: OTHER_ZONE } }),
    because('other_zone', { driver: { zoneId: null } }),
    because('beyond_limit', { driver: { metres: 1001 }, step: { searchType: 'by_radius', searchLimit: 1000 } }),
    because('beyond_limit', { driver: { metres: 770 }, step: { searchType: 'by_route', searchLimit: 1000 } }),
  ])('%s %#', (reason, { driver, ...opening }) => {
    const round = openRound({ ...opening, drivers: [aDriver(1, driver)] })
    expect(round).toMatchObject({ offers: [], passedOver: { [reason]: [1] } })
    expect(Object.keys(round.passedOver)).toHaveLength(1)
  })

  test.each([
    ['a ban that has just ended', { driver: { bannedUntil: at(-0.001) } }],
    ['a position of exactly two minutes', { driver: { positionAt: at(-120) } }],
    [
      'everything the order asks for, and more',
      { driver: { carOptions: ['pets', 'big_boot'] }, request: { options: ['pets'] } },
    ],
    ['asked before, in a step that asks again', { walk: { offeredBefore: [driverId(1)] } }],
    ['an open offer of this very order', { driver: { holdsOfferOf: asId<OrderId>(500) } }],
    [
      'a named driver on a pause',
      {
        driver: { isPaused: true },
        step: { searchType: 'custom' as const },
        request: { namedDriverIds: [driverId(1)] },
      },
    ],
    [
      'exactly at the limit',
      { driver: { metres: 1000 }, step: { searchType: 'by_radius' as const, searchLimit: 1000 } },
    ],
    ['at the limit by road', { driver: { metres: 769 }, step: { searchType: 'by_route' as const, searchLimit: 1000 } }],
  ])(
    'no reason: %s',
    (_case, { driver, ...opening }: Omit<Opening, 'drivers'> & { driver?: Parameters<typeof aDriver>[1] }) => {
      expect(offered({ ...opening, drivers: [aDriver(1, driver)] })).toEqual([1])
    },
  )

  test('of several reasons the first in the list is given', () => {
    const round = openRound({
      drivers: [aDriver(1, { onShift: false, isOnline: false, isBusy: true, zoneId: OTHER_ZONE })],
    })
    expect(round.passedOver).toEqual({ off_shift: [1] })
    expect(PASS_REASONS.indexOf('off_shift')).toBeLessThan(PASS_REASONS.indexOf('busy'))
  })
})

describe('a busy driver counts in the zone where the trip ends, not where the car is', () => {
  test.each([
    { searchType: 'by_zone', endsIn: CENTRE_ZONE, carIn: OTHER_ZONE, fits: true },
    { searchType: 'by_zone', endsIn: OTHER_ZONE, carIn: CENTRE_ZONE, fits: false },
    { searchType: 'by_near_zone', endsIn: OTHER_ZONE, carIn: CENTRE_ZONE, fits: true },
    { searchType: 'by_near_zone', endsIn: CENTRE_ZONE, carIn: OTHER_ZONE, fits: false },
    { searchType: 'by_zone', endsIn: null, carIn: CENTRE_ZONE, fits: false },
  ] as const)('$searchType, trip ends in $endsIn, car in $carIn: $fits', ({ searchType, endsIn, carIn, fits }) => {
    const finishing = { destination: northOfPickup(300), zoneId: endsIn }
    const round = openRound({
      request: { nearZoneIds: [OTHER_ZONE] },
      step: { searchType, showForBusyDrivers: true },
      drivers: [aDriver(1, { isBusy: true, zoneId: carIn, finishing })],
    })
    expect(round.offers.map((offer) => offer.metres)).toEqual(fits ? [300] : [])
    expect(round.passedOver).toEqual(fits ? {} : { other_zone: [1] })
  })
})

describe('rank order', () => {
  test('own before partner, free before busy, priority before the rest, then the nearest', () => {
    const drivers = [
      aDriver(1, { companyId: PARTNER, highPriority: true, metres: 10 }),
      aDriver(2, { isBusy: true, finishing: UNKNOWN_END, metres: 10 }),
      aDriver(3, { metres: 50 }),
      aDriver(4, { metres: 40 }),
      aDriver(5, { metres: 900 }),
    ]
    expect(offered({ drivers: drivers.slice(1), step: { showForBusyDrivers: true } })).toEqual([4, 3, 5, 2])
    expect(offered({ drivers })).toEqual([1])
    expect(offered({ drivers: [...drivers.slice(2), aDriver(6, { companyId: PARTNER, metres: 1 })] })).toEqual([
      4, 3, 5, 6,
    ])
  })

  test.each(['by_distance', 'by_route_distance'] as const)(
    'busy drivers %s: the time until they are free counts with the way to the pickup',
    (searchOrderBy) => {
      const busy = (id: number, metres: number, end: number) =>
        aDriver(id, {
          metres,
          isBusy: true,
          finishing: { destination: northOfPickup(end), zoneId: CENTRE_ZONE },
        })
      const drivers = [busy(1, 3000, 100), busy(2, 700, 600), busy(3, 900, 500)]
      expect(offered({ drivers, step: { searchOrderBy, showForBusyDrivers: true } })).toEqual([2, 3, 1])
    },
  )

  test.each([
    { searchOrderBy: 'by_distance' as const, order: [1, 2, 3, 4] },
    { searchOrderBy: 'by_route_distance' as const, order: [3, 2, 1, 4] },
    { searchOrderBy: 'by_idle_from' as const, order: [2, 3, 1, 4] },
  ])('$searchOrderBy', ({ searchOrderBy, order }) => {
    const drivers = [
      aDriver(4, { metres: 400, idleFrom: null }),
      aDriver(3, { metres: 300, idleFrom: at(-200) }),
      aDriver(2, { metres: 200, idleFrom: at(-300) }),
      aDriver(1, { metres: 100, idleFrom: at(-100) }),
    ]
    const roads = new Map([
      [1, 900],
      [2, 800],
      [3, 350],
    ])
    expect(
      offered({ drivers, step: { searchOrderBy }, routeMetres: (id) => roads.get(id) ?? (id === 4 ? 1000 : null) }),
    ).toEqual(order)
  })

  test('at the same distance the longest idle goes first, at the same idle time the lower id', () => {
    const drivers = [aDriver(9), aDriver(8), aDriver(7, { idleFrom: at(-601) }), aDriver(6, { idleFrom: null })]
    expect(offered({ drivers })).toEqual([7, 8, 9, 6])
  })

  test('any: the rank differs from round to round and is reproducible', () => {
    const orders = [1, 2, 3, 4, 5, 6, 7, 8].map((walkNo) => {
      const drivers = [1, 2, 3, 4, 5].map((id) => aDriver(id))
      return offered({ drivers, step: { searchOrderBy: 'any' }, walk: { walkNo } }).join()
    })
    expect(new Set(orders).size).toBeGreaterThan(5)
    const wins = new Map<number, number>()
    for (let order = 1; order <= 10_000; order++) {
      const lots = [1, 2, 3, 4].map((id) => ({ id, lot: lot(asId<OrderId>(order), 1, 1, driverId(id)) }))
      const winner = lots.reduce((a, b) => (b.lot < a.lot ? b : a)).id
      wins.set(winner, (wins.get(winner) ?? 0) + 1)
    }
    for (const count of wins.values()) expect(Math.abs(count - 2500)).toBeLessThan(200)
  })

  test('a zone step counts drivers, a radius step takes all within its metres', () => {
    const drivers = Array.from({ length: 60 }, (_, i) => aDriver(i + 1, { metres: 10 * (i + 1) }))
    expect(offered({ drivers })).toHaveLength(50)
    expect(offered({ drivers, step: { searchType: 'by_radius', searchLimit: 550 } })).toHaveLength(55)
  })
})

describe('roads', () => {
  const drivers = Array.from({ length: 70 }, (_, i) => aDriver(i + 1, { metres: 10 * (i + 1) }))
  const driversToRoute = (walk: Walk, scene: Scene, now: Date) => routesToRequest(walk, scene, now).drivers
  const walkOf = (step: Partial<WalkStep>) =>
    startWalk({ orderId: aSearchRequest().orderId, walkNo: 1, steps: [aStep(step)], skipEmptySteps: false }, START)

  test('only steps that use roads request routes, for the nearest fifty drivers', () => {
    const scene = { request: aSearchRequest(), drivers: [...drivers, aDriver(71, { isPaused: true, metres: 1 })] }
    expect(driversToRoute(walkOf({ searchType: 'by_route', searchLimit: 5000 }), scene, START)).toEqual(
      Array.from({ length: 50 }, (_, i) => i + 1),
    )
    expect(driversToRoute(walkOf({ searchOrderBy: 'by_route_distance' }), scene, START)).toHaveLength(50)
    expect(driversToRoute(walkOf({}), scene, START)).toEqual([])
  })

  test('a running step requests routes only when it is evaluated again', () => {
    const walk = walkOf({ searchType: 'by_route', searchLimit: 5000 })
    const few = drivers.slice(0, 3)
    const running = advanceWalk(walk, { request: aSearchRequest(), drivers: few }, START).walk
    const scene = { request: aSearchRequest(), drivers: drivers.slice(0, 5) }
    expect(driversToRoute(running, scene, at(1.9))).toEqual([])
    expect(driversToRoute(running, scene, at(2))).toEqual([4, 5])
    expect(driversToRoute(running, scene, at(6))).toEqual([])
  })

  test("by_route applies the limit to the road, or to 1.3 times the straight line without a router's answer", () => {
    const round = openRound({
      drivers: [aDriver(1, { metres: 100 }), aDriver(2, { metres: 200 }), aDriver(3, { metres: 300 })],
      step: { searchType: 'by_route', searchLimit: 400 },
      routeMetres: (id) => (id === 1 ? 401 : null),
    })
    expect(round.offers.map((o) => [o.driverId, o.routeMetres])).toEqual([
      [2, 260],
      [3, 390],
    ])
    expect(round.passedOver).toEqual({ beyond_limit: [1] })
  })

  test('by_route ranks drivers beyond the nearest fifty lower', () => {
    const round = openRound({ drivers, step: { searchType: 'by_route', searchLimit: 5000 } })
    expect(round.offers).toHaveLength(50)
    expect(round.passedOver.lower_rank).toHaveLength(20)
  })

  test('drivers with an offer count among the nearest fifty: the next evaluation routes no others', () => {
    const walk = walkOf({ searchType: 'by_route', searchLimit: 5000 })
    const scene = { request: aSearchRequest(), drivers }
    const opened = advanceWalk(walk, scene, START).walk
    expect(driversToRoute(opened, scene, at(2))).toEqual([])
    expect(advanceWalk(opened, scene, at(2)).walk.round?.offers).toHaveLength(50)
  })
})
