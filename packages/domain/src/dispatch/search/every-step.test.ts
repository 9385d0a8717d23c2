import { describe, expect, test } from 'vitest'
import {
  NOTIFICATION_METHODS,
  type NotificationMethod,
  SEARCH_ORDERS,
  SEARCH_TYPES,
  type SearchOrderBy,
  type SearchType,
} from '../search-rules.ts'
import { lot } from './rank.ts'
import {
  aDriver,
  aSearchRequest,
  aStand,
  aStep,
  at,
  CENTRE_ZONE,
  driverId,
  FAR_ZONE,
  OTHER_ZONE,
  PARTNER,
  standId,
  UNKNOWN_END,
} from './testing/builders.ts'
import { play } from './testing/play.ts'
import type { DriverFacts } from './walk.ts'

/**
 * One town and every kind of step. Expected results are written by hand: the drivers of each type, their ranks in each order, and the
 * offers each method makes of such a list.
 */
const NEAR_STAND = { standId: standId(1) }
const ROAD_STAND = { standId: standId(2), zoneId: FAR_ZONE }
const drivers = [
  aDriver(1, { metres: 120, idleFrom: at(-100), ...NEAR_STAND, standSince: at(-50) }),
  aDriver(2, { metres: 150, idleFrom: at(-60), ...NEAR_STAND, standSince: at(-70) }),
  aDriver(3, { metres: 400, idleFrom: at(-900) }),
  aDriver(4, { metres: 700, idleFrom: at(-30), highPriority: true }),
  aDriver(5, { metres: 5, idleFrom: at(-990), companyId: PARTNER, ...NEAR_STAND, standSince: at(-99) }),
  aDriver(6, { metres: 1, idleFrom: null, isBusy: true, finishing: UNKNOWN_END }),
  aDriver(7, { metres: 800, idleFrom: at(-400), zoneId: OTHER_ZONE }),
  aDriver(8, { metres: 950, idleFrom: at(-500), zoneId: OTHER_ZONE }),
  aDriver(9, { metres: 2000, idleFrom: at(-300), ...ROAD_STAND, standSince: at(-10) }),
  aDriver(10, { metres: 2100, idleFrom: at(-20), ...ROAD_STAND, standSince: at(-20) }),
  aDriver(11, { metres: 3000, idleFrom: at(-800), zoneId: null }),
  aDriver(12, { metres: 2, isPaused: true }),
]
const ROADS = new Map([
  [1, 900],
  [2, 300],
  [3, 1000],
  [4, 850],
  [5, 50],
  [6, 1450],
  [7, 810],
  [8, 1600],
  [9, 2500],
  [10, 2400],
  [11, 3900],
])
const request = aSearchRequest({
  nearZoneIds: [OTHER_ZONE],
  stands: [aStand(1, { metres: 130 }), aStand(2, { metres: 2000, zoneId: FAR_ZONE })],
})
/** The near stand lies across the river. */
const standRouteMetres = (id: number) => (id === 1 ? 5200 : 2450)

interface Type {
  limit: number
  /** Drivers that fit the step, before the limit on their number. */
  fit: readonly number[]
  /** Maximum number of them, best first. */
  atMost?: number
  others: Partial<Record<string, readonly number[]>>
  /** Longest at the stand first. */
  queue?: readonly number[]
}
const TYPES: Record<SearchType, Type> = {
  by_zone: { limit: 4, fit: [1, 2, 3, 4, 5, 6], atMost: 4, others: { other_zone: [7, 8, 9, 10, 11] } },
  by_near_zone: { limit: 1, fit: [7, 8], atMost: 1, others: { other_zone: [1, 2, 3, 4, 5, 6, 9, 10, 11] } },
  by_near_stand: {
    limit: 1000,
    fit: [1, 2, 5],
    others: { not_at_stand: [3, 4, 6, 7, 8, 9, 10, 11] },
    queue: [5, 2, 1],
  },
  by_near_stand_with_route: {
    limit: 5000,
    fit: [9, 10],
    others: { not_at_stand: [1, 2, 3, 4, 5, 6, 7, 8, 11] },
    queue: [10, 9],
  },
  by_near_stand_and_polygon: {
    limit: 1000,
    fit: [1, 2, 3, 4, 5, 6],
    others: { other_zone: [7, 8, 9, 10, 11] },
    queue: [5, 2, 1],
  },
  by_radius: { limit: 900, fit: [1, 2, 3, 4, 5, 6, 7], others: { beyond_limit: [8, 9, 10, 11] } },
  by_route: { limit: 1500, fit: [1, 2, 3, 4, 5, 6, 7], others: { beyond_limit: [8, 9, 10, 11] } },
}

const LOTTERY = drivers
  .map(({ driverId: id }) => ({ id, lot: lot(request.orderId, 1, 1, id) }))
  .sort((a, b) => a.lot - b.lot)
  .map(({ id }) => Number(id))
/** All drivers, best first, if nothing else mattered. */
const IN_ORDER: Record<SearchOrderBy, readonly number[]> = {
  by_distance: [6, 5, 1, 2, 3, 4, 7, 8, 9, 10, 11],
  by_route_distance: [5, 2, 7, 4, 1, 3, 6, 8, 10, 9, 11],
  by_idle_from: [5, 3, 11, 8, 7, 9, 1, 2, 4, 10, 6],
  any: LOTTERY,
}
const PRIORITY = [4]
const BUSY = [6]
const PARTNERS = [5]

/** Ranks of a step: lists cut and concatenated. */
function ranked(type: SearchType, order: SearchOrderBy): number[] {
  const { fit, atMost = fit.length, queue = [] } = TYPES[type]
  const queueRules = order === 'by_distance' || order === 'by_idle_from'
  let list = IN_ORDER[order].filter((id) => fit.includes(id))
  if (queueRules) list = [...queue, ...list.filter((id) => !queue.includes(id))]
  else if (type === 'by_near_stand_and_polygon') list = first(list, queue)
  list = first(list, PRIORITY)
  list = first(list, complement(BUSY))
  list = first(list, complement(PARTNERS))
  return list.slice(0, atMost)
}
const first = (list: readonly number[], favoured: readonly number[]) => [
  ...list.filter((id) => favoured.includes(id)),
  ...list.filter((id) => !favoured.includes(id)),
]
const complement = (ids: readonly number[]) => IN_ORDER.by_distance.filter((id) => !ids.includes(id))

type Made = [second: number, id: number]
/** Offer times of the ranked drivers in a step of 6 s. */
const EXPECTED_OFFERS: Record<NotificationMethod, (list: readonly number[]) => Made[]> = {
  all: (list) => {
    const early = list.filter((id) => PRIORITY.includes(id))
    return [
      ...early.map((id): Made => [0, id]),
      ...list.filter((id) => !early.includes(id)).map((id): Made => [early.length > 0 ? 2 : 0, id]),
    ]
  },
  by_rotation: (list) => list.map((id, turn): Made => [turn * 6, id]),
  pending: (list) => list.map((id): Made => [0, id]),
  pending_pinned: (list) => list.map((id): Made => [0, id]),
}
/** End of a walk of this one step, and its status. */
function ending(method: NotificationMethod, count: number) {
  if (method === 'by_rotation') return { status: 'exhausted', at: 6 * count }
  return { status: method === 'pending_pinned' ? 'queued' : 'exhausted', at: 6 }
}

const CASES = SEARCH_TYPES.flatMap((type) =>
  SEARCH_ORDERS.flatMap((order) => NOTIFICATION_METHODS.map((method) => ({ type, order, method }))),
)

describe('every type, order and method', () => {
  test.each(CASES)('$type, $order, $method', ({ type, order, method }) => {
    const { limit, fit, others } = TYPES[type]
    const list = ranked(type, order)
    const step = aStep({
      searchType: type,
      searchOrderBy: order,
      notificationMethod: method,
      searchLimit: limit,
      showForBusyDrivers: true,
    })
    const routeMetres = (id: number) => ROADS.get(id) ?? null
    const played = play({ request, steps: [step], drivers, routeMetres, standRouteMetres, until: 7 * 6 })

    const made = played.log.flatMap(({ at: second, effect }) =>
      effect.type === 'offer.made' ? [[second, effect.offer.driverId, effect.offer.rank]] : [],
    )
    expect(made).toEqual(EXPECTED_OFFERS[method](list).map(([second, id], i) => [second, id, i + 1]))

    const settled = played.log.find(({ effect }) => effect.type === 'walk.queued' || effect.type === 'walk.ended')
    expect({ status: played.walk.status, at: settled?.at }).toEqual(ending(method, list.length))
    const round = played.walk.round ?? played.walk.pinned[0]
    const fate = method === 'pending_pinned' ? 'open' : 'not_delivered'
    expect(round?.offers.map((offer) => offer.fate)).toEqual(list.map(() => fate))

    const beaten = fit.filter((id) => !list.includes(id))
    const passed = { ...others, paused: [12], ...(beaten.length > 0 && { lower_rank: beaten }) }
    expect(round?.passedOver).toEqual(passed)
  })

  test('there are 112 of them, with different outcomes', () => {
    expect(CASES).toHaveLength(112)
    expect(new Set(CASES.map(({ type, order }) => ranked(type, order).join())).size).toBeGreaterThan(13)
  })
})

describe('a step without candidates has reasons for all drivers', () => {
  const reasons = (type: SearchType, of: Partial<typeof request>, limit = 1000) =>
    play({
      request: { ...request, ...of },
      steps: [aStep({ searchType: type, searchLimit: limit })],
      drivers: drivers.slice(0, 2),
    }).rounds[0]?.passedOver

  test.each<[string, SearchType, Partial<typeof request>, number?]>([
    ['no_zone', 'by_zone', { pickupZoneId: null }],
    ['no_zone', 'by_near_zone', { pickupZoneId: null, nearZoneIds: [] }],
    ['other_zone', 'by_near_zone', { nearZoneIds: [] }],
    ['no_zone', 'by_near_stand_and_polygon', { pickupZoneId: null }],
    ['no_stand', 'by_near_stand_and_polygon', { stands: [aStand(1, { zoneId: OTHER_ZONE })] }],
    ['no_stand', 'by_near_stand_and_polygon', { stands: [aStand(1, { metres: 1001 })] }],
    ['no_stand', 'by_near_stand', { stands: [] }],
    ['no_stand', 'by_near_stand', {}, 129],
    ['not_at_stand', 'by_near_stand', { stands: [aStand(3, { metres: 129 }), aStand(1, { metres: 130 })] }, 129],
    ['no_stand', 'by_near_stand_with_route', {}, 168],
    ['not_at_stand', 'by_near_stand_with_route', { stands: [aStand(2, { metres: 200 })] }, 260],
  ])('%s: %s %j %s', (because, type, of, limit) => expect(reasons(type, of, limit)).toEqual({ [because]: [1, 2] }))

  test.each<[string, Partial<DriverFacts>, number[]]>([
    ['nobody waits at the nearest stand', { standId: null }, [2]],
    ['the only driver there is paused', { isPaused: true }, [2]],
    ['the only driver there gave this order back', { driverId: driverId(9) }, [2]],
    ['a driver waits there', {}, [1]],
  ])('%s', (_, facts, offered) => {
    const stands = [aStand(1), aStand(2, { metres: 300 }), aStand(3, { metres: 2000 })]
    const order = aSearchRequest({ stands, canceledByDriverIds: [driverId(9)] })
    const waiting = (id: number, of: Partial<DriverFacts> = {}) => aDriver(id, { standId: standId(id), ...of })
    const fleet = [waiting(1, facts), waiting(2), waiting(3)]
    for (const searchType of ['by_near_stand', 'by_near_stand_with_route'] as const) {
      const { rounds } = play({ request: order, steps: [aStep({ searchType, searchLimit: 1000 })], drivers: fleet })
      expect(rounds[0]?.offers.map((offer) => offer.driverId)).toEqual(offered)
    }
  })

  test('a stand whose drivers have offers stays chosen; one beyond the limit never is', () => {
    const order = aSearchRequest({ stands: [aStand(1), aStand(2, { metres: 300 }), aStand(3, { metres: 2000 })] })
    const step = aStep({ searchType: 'by_near_stand', searchLimit: 1000 })
    const fleet = [1, 2, 3].map((id) => aDriver(id, { standId: standId(id) }))
    const [chosen] = play({ request: order, steps: [step], drivers: fleet }).rounds
    expect(chosen?.offers.map((offer) => offer.driverId)).toEqual([1])
    expect(chosen?.passedOver).toEqual({ not_at_stand: [2, 3] })
    const [empty] = play({ request: order, steps: [step], drivers: fleet.slice(2) }).rounds
    expect(empty?.passedOver).toEqual({ not_at_stand: [3] })
  })

  test('the queue of the next stand comes before the rest of the zone when the nearest stand is empty', () => {
    const order = aSearchRequest({ stands: [aStand(1), aStand(2, { metres: 300 })] })
    const fleet = [aDriver(2, { metres: 310, standId: standId(2) }), aDriver(7, { metres: 5 })]
    const step = aStep({ searchType: 'by_near_stand_and_polygon', searchLimit: 1000 })
    const [round] = play({ request: order, steps: [step], drivers: fleet }).rounds
    expect(round?.offers.map((offer) => offer.driverId)).toEqual([2, 7])
  })

  test('the nearest zone replaces neighbours when the pickup lies in none', () => {
    const played = play({
      request: { ...request, pickupZoneId: null, nearZoneIds: [CENTRE_ZONE] },
      steps: [aStep({ searchType: 'by_near_zone' })],
      drivers: drivers.slice(0, 2),
    })
    expect(played.rounds[0]?.offers).toHaveLength(2)
  })

  test("a stand is as far as the road to it, 1.3 times the straight line without a router's answer", () => {
    const step = aStep({ searchType: 'by_near_stand_with_route', searchLimit: 169 })
    expect(play({ request, steps: [step], drivers }).rounds[0]?.offers.map((o) => [o.driverId, o.routeMetres])).toEqual(
      [
        [driverId(2), 169],
        [driverId(1), 169],
        [driverId(5), 169],
      ],
    )
  })
})
