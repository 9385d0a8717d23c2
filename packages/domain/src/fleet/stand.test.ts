import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Point } from '../kernel/geo.ts'
import { metresBetween } from '../kernel/geo.ts'
import { asId, type DriverId, type StandId } from '../kernel/ids.ts'
import {
  byArrival,
  mayStand,
  NOWHERE,
  nearestStand,
  type Stand,
  type StandPresence,
  seenAt,
  sentToBack,
  timePassed,
} from './stand.ts'
import { StandIndex } from './stand-index.ts'

const GARA: Point = { lat: 45.6608, long: 25.6135 }
const START = Date.parse('2026-03-01T18:00:00Z')
const at = (seconds: number) => new Date(START + seconds * 1000)
const METRES_PER_DEGREE = 6_371_008.8 * (Math.PI / 180)
const north = (metres: number, of = GARA): Point => ({ lat: of.lat + metres / METRES_PER_DEGREE, long: of.long })
const stand = (id: number, point = GARA, radiusMetres = 100): Stand => ({
  standId: asId<StandId>(id),
  point,
  radiusMetres,
})

const gara = stand(1)
/** 150 m north: the two circles overlap between 50 and 100 m. */
const autogara = stand(2, north(150))

/** Reports a driver's position at distances north of the station, at given seconds. */
function drive(seen: readonly (readonly [second: number, metres: number])[], stands: readonly Stand[] = [gara]) {
  const index = new StandIndex(stands)
  return seen.reduce((presence: StandPresence, [second, metres]) => {
    const point = north(metres)
    return seenAt(presence, { point, within: index.at(point), standOf: (id) => index.standOf(id) }, at(second))
  }, NOWHERE)
}

describe('which drivers stand at a stand of 100 m', () => {
  test.each<[string, (readonly [number, number])[], number, number | null]>([
    ['nobody before 20 s are over', [[0, 50]], 19, null],
    ['whoever was seen inside 20 s ago and not since', [[0, 50]], 20, 0],
    [
      'whoever was inside all the while, as of when he came',
      [
        [5, 99],
        [15, 20],
        [26, 60],
      ],
      26,
      5,
    ],
    [
      'not who drove through',
      [
        [0, 50],
        [10, 120],
      ],
      60,
      null,
    ],
    [
      'who came back inside begins anew',
      [
        [0, 50],
        [10, 120],
        [15, 50],
        [30, 50],
      ],
      34,
      null,
    ],
    [
      'and stands 20 s after that',
      [
        [0, 50],
        [10, 120],
        [15, 50],
        [30, 50],
      ],
      35,
      15,
    ],
    [
      'who strays up to 150 m keeps his place',
      [
        [0, 50],
        [25, 149],
        [300, 149],
      ],
      400,
      0,
    ],
    [
      'who is farther for less than 20 s keeps it too',
      [
        [0, 50],
        [25, 160],
        [40, 150],
        [50, 160],
      ],
      69,
      0,
    ],
    [
      'who is farther for 20 s has left',
      [
        [0, 50],
        [25, 160],
        [40, 170],
      ],
      45,
      null,
    ],
    [
      'also when nothing more is heard of him',
      [
        [0, 50],
        [25, 160],
      ],
      45,
      null,
    ],
    [
      'what the old position earned counts before the new one takes it away',
      [
        [0, 50],
        [21, 160],
      ],
      40,
      0,
    ],
  ])('%s', (_, seen, second, since) => {
    const presence = timePassed(drive(seen), at(second))
    expect(presence.at).toEqual(since === null ? null : { standId: 1, arrivedAt: at(since) })
  })

  test('two stands that overlap: the nearer one, and then the one the driver waits at', () => {
    const both = [gara, autogara]
    expect(timePassed(drive([[0, 60]], both), at(20)).at?.standId).toBe(1)
    expect(timePassed(drive([[0, 90]], both), at(20)).at?.standId).toBe(2)
    const moved = drive(
      [
        [0, 60],
        [30, 90],
        [90, 90],
      ],
      both,
    )
    expect(moved.at).toEqual({ standId: 1, arrivedAt: at(0) })
  })

  test('a driver who moves from one stand to the next stands there from the time of arrival', () => {
    const far = stand(2, north(400))
    const presence = drive(
      [
        [0, 0],
        [30, 200],
        [35, 400],
        [60, 400],
      ],
      [gara, far],
    )
    expect(presence).toEqual({ at: { standId: 2, arrivedAt: at(35) }, awaySince: null, approach: null })
  })

  test('closing a stand removes its drivers', () => {
    const point = north(10)
    const sight = { point, within: null, standOf: () => undefined }
    expect(
      seenAt(
        drive([
          [0, 10],
          [20, 10],
        ]),
        sight,
        at(21),
      ),
    ).toEqual(NOWHERE)
  })

  test('sent to the back: out of the queue at once, back after 20 s behind those who wait', () => {
    const back = sentToBack(
      drive([
        [0, 10],
        [20, 10],
      ]),
      at(100),
    )
    expect(back.at).toBeNull()
    expect(timePassed(back, at(119)).at).toBeNull()
    expect(timePassed(back, at(120)).at).toEqual({ standId: 1, arrivedAt: at(100) })
    expect(sentToBack(NOWHERE, at(100))).toEqual(NOWHERE)
  })
})

test('an update that changes nothing returns the same object', () => {
  const presence = drive([
    [0, 10],
    [20, 10],
  ])
  const sight = { point: north(12), within: gara, standOf: () => gara }
  expect(seenAt(presence, sight, at(25))).toBe(presence)
  expect(timePassed(presence, at(500))).toBe(presence)
})

test.each([
  ['free and on duty', {}, true],
  ['paused', { isPaused: true }, false],
  ['with an order', { isBusy: true }, false],
  ['out of reach', { isOnline: false }, false],
  ['off duty', { onShift: false }, false],
  ['banned', { bannedUntil: at(60) }, false],
  ['banned until a moment ago', { bannedUntil: at(-1) }, true],
  ['switched off', { isActive: false }, false],
])('may a driver wait who is %s', (_, facts, may) => {
  const driver = { isActive: true, onShift: true, isOnline: true, isPaused: false, isBusy: false, bannedUntil: null }
  expect(mayStand({ ...driver, ...facts }, at(0))).toBe(may)
})

test('first come first served; of equal arrivals the lower id', () => {
  const queue = [
    { driverId: asId<DriverId>(3), arrivedAt: at(5) },
    { driverId: asId<DriverId>(2), arrivedAt: at(5) },
    { driverId: asId<DriverId>(9), arrivedAt: at(1) },
  ]
  expect(queue.sort(byArrival).map(({ driverId }) => driverId)).toEqual([9, 2, 3])
})

const aStand = fc.record({
  standId: fc.integer({ min: 1, max: 40 }).map((id) => asId<StandId>(id)),
  point: fc.record({
    lat: fc.double({ min: 45.6, max: 45.64, noNaN: true }),
    long: fc.double({ min: 25.58, max: 25.62, noNaN: true }),
  }),
  radiusMetres: fc.integer({ min: 20, max: 1000 }),
})

test('the index finds the same stand as a full scan', () => {
  const stands = fc.uniqueArray(aStand, { selector: ({ standId }) => standId, maxLength: 15 })
  fc.assert(
    fc.property(stands, fc.array(aStand, { minLength: 1 }), (all, others) => {
      const index = new StandIndex(all)
      const points = [
        ...others.map(({ point }) => point),
        ...all.map(({ point, radiusMetres }) => north(radiusMetres, point)),
      ]
      for (const point of points) expect(index.at(point)).toBe(nearestStand(all, point))
    }),
  )
})

/** The dwell rule evaluated per second: inside every second of the last 20 joins, beyond 150 m all of them leaves. */
function reference(metresBySecond: readonly number[]): number | null {
  let since: number | null = null
  let inside = 0
  let outside = 0
  for (const [second, metres] of metresBySecond.entries()) {
    // A second counts once it has passed with the driver where they were seen at its beginning.
    if (since === null && inside > 20 - 1) since = second - inside
    if (since !== null && outside > 20 - 1) {
      since = null
      if (inside > 20 - 1) since = second - inside
    }
    inside = metres <= 100 ? inside + 1 : 0
    if (since !== null) inside = 0
    outside = since !== null && metres > 150 ? outside + 1 : 0
  }
  if (since === null && inside >= 20) since = metresBySecond.length - inside
  return outside >= 20 ? null : since
}

test('a driver reported every second stands exactly when the rule says so', () => {
  const leg = fc.record({
    metres: fc.constantFrom(10, 99, 120, 149, 160, 500),
    seconds: fc.integer({ min: 1, max: 40 }),
  })
  fc.assert(
    fc.property(fc.array(leg, { maxLength: 10 }), (legs) => {
      const metres = legs.flatMap((each) => Array.from({ length: each.seconds }, () => each.metres))
      const presence = timePassed(drive(metres.map((m, second) => [second, m] as const)), at(metres.length))
      const expected = reference(metres)
      expect(presence.at?.arrivedAt.getTime() ?? null).toBe(expected === null ? null : at(expected).getTime())
      for (const m of [10, 99, 120, 149, 160]) expect(metresBetween(GARA, north(m))).toBe(m)
    }),
    // The last second ends the waiting.
    {
      examples: [
        [
          [
            { metres: 10, seconds: 30 },
            { metres: 500, seconds: 20 },
          ],
        ],
      ],
    },
  )
})
