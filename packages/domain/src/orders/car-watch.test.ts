import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metresBetween } from '../kernel/geo.ts'
import { type CarWarning, type Judgement, judgeCar, type WatchedCar, type WatchedPoint } from './car-watch.ts'
import { referenceJudgement } from './testing/reference-car-watch.ts'

const PICKUP = { lat: 45.6427, long: 25.5887 }
const METRES_PER_DEGREE = 111_195
const BEGUN = new Date('2026-03-01T18:00:00Z')
const LONG_AGO = new Date('2026-03-01T17:00:00Z')
const LIMITS = { warningMinutes: 3, arrivalRadiusMetres: 300 }

const at = (seconds: number) => new Date(BEGUN.getTime() + seconds * 1000)

/** A position so many metres north of the pickup, and east of that line. */
function seen(seconds: number, metres: number, facts: { isMarked?: boolean; east?: number } = {}): WatchedPoint {
  const { isMarked = false, east = 0 } = facts
  const long = PICKUP.long + east / (METRES_PER_DEGREE * Math.cos((PICKUP.lat * Math.PI) / 180))
  return { lat: PICKUP.lat + metres / METRES_PER_DEGREE, long, at: at(seconds), isMarked }
}

/** A position every 15 s, the first one at second 0. */
const every15s = (...metres: number[]) => metres.map((distance, i) => seen(15 * i, distance))
const still = (metres: number, seconds: number) => every15s(...Array.from({ length: seconds / 15 + 1 }, () => metres))

function judge(trail: readonly WatchedPoint[], seconds: number, car: Partial<WatchedCar> = {}): Judgement {
  return judgeCar({ pickup: PICKUP, since: BEGUN, departureAt: LONG_AGO, trail, ...car }, LIMITS, at(seconds))
}

describe('after three minutes without coming nearer', () => {
  const AWAY = [2000, 2080, 2160, 2240, 2320, 2400, 2480, 2560, 2640, 2720, 2800, 2880, 2960]
  const table: [string, readonly WatchedPoint[], number, CarWarning | null, number | null][] = [
    ['a car that stands', still(2000, 180), 180, 'standing', 0],
    ['the same a second earlier', still(2000, 165), 179, null, null],
    ['a car that stands less than 150 m nearer', [...still(2000, 165), seen(180, 1851)], 180, 'standing', 0],
    ['a car that is 150 m nearer', [...still(2000, 165), seen(180, 1850)], 180, null, null],
    ['a car that creeps nearer', every15s(2000, 1990, 1960, 1900, 1840, 1820, 1780, 1700), 180, null, null],
    [
      'a car that drove, and stands since',
      [...every15s(3000, 2600, 2200), ...still(2000, 240).slice(3)],
      240,
      'standing',
      45,
    ],
    ['a car that drives away', every15s(...AWAY), 180, 'leaving', 0],
    ['the same a second earlier', every15s(...AWAY.slice(0, -1)), 179, null, null],
    [
      'a car on a way round, not yet 300 m farther',
      every15s(2000, 2150, 2290, 2299, 2280, 2200, 2160, 2120, 2080, 2040, 2010, 1990, 1900),
      180,
      null,
      null,
    ],
    ['a car that drove away and turned', [...every15s(...AWAY), seen(195, 2810)], 195, null, null],
    ['one that has hardly turned', [...every15s(...AWAY), seen(195, 2811)], 195, 'leaving', 0],
    ['a phone without positions', [], 180, 'silent', 0],
    ['the same a second earlier', [], 179, null, null],
    ['a phone that has been silent for three minutes', every15s(2000, 1800, 1600), 210, 'silent', 30],
    [
      'a phone that sends positions that are not believed',
      [seen(0, 2000), ...[60, 120, 180].map((s) => seen(s, 1000, { isMarked: true }))],
      180,
      'silent',
      0,
    ],
    [
      'a car that drives past, in another street',
      [0, 60, 120, 180].map((s) => seen(s, 2000, { east: 2 * s })),
      180,
      null,
      null,
    ],
    ['a car at the pickup', still(300, 600), 600, null, null],
    ['a car that waits around the corner', still(301, 180), 180, 'standing', 0],
    ['a car at the pickup whose phone is silent', still(250, 60), 600, null, null],
    ['a car that leaves the pickup', [...still(250, 600), seen(615, 700), seen(630, 900)], 630, null, null],
    [
      'the same three minutes later',
      [...still(250, 600), ...[660, 720, 780].map((s) => seen(s, s))],
      780,
      'leaving',
      600,
    ],
  ]
  test.each(table)('%s', (_what, trail, seconds, warning, since) => {
    const judged = judge(trail, seconds)
    expect([judged.warning, judged.warnedSince]).toEqual([warning, since === null ? null : at(since)])
  })
})

describe('a scheduled order', () => {
  // 2,000 m by straight line are 2,800 m at 25 km/h: 403 s.
  test.each([
    [580, null],
    [600, 'standing'],
  ])('nothing counts before the way to the pickup must begin: after %i s %s', (seconds, warning) => {
    const departureAt = at(420 + 403.2)
    expect(judge(still(2000, 600), seconds, { departureAt }).warning).toBe(warning)
  })
})

test('a phone without positions whose departure is hours away is silent a quarter of an hour before', () => {
  const departureAt = at(7200)
  expect(judge([], 6472, { departureAt }).warning).toBeNull()
  expect(judge([], 6473, { departureAt }).warning).toBe('silent')
})

test('where any arrival is believed, a car within 300 m is at the pickup', () => {
  const car = { pickup: PICKUP, since: BEGUN, departureAt: LONG_AGO, trail: still(290, 600) }
  expect(judgeCar(car, { ...LIMITS, arrivalRadiusMetres: 0 }, at(600)).warning).toBeNull()
})

const aTrail = fc
  .array(
    fc.record({
      wait: fc.integer({ min: 1, max: 90 }),
      north: fc.integer({ min: -250, max: 250 }),
      east: fc.integer({ min: -250, max: 250 }),
      isMarked: fc.nat(9).map((n) => n === 0),
    }),
    { maxLength: 40 },
  )
  .map((moves) => {
    let [seconds, metres, east] = [0, 1500, 0]
    return moves.map((move) => {
      seconds += move.wait
      metres += move.north
      east += move.east
      return seen(seconds, metres, { east, isMarked: move.isMarked })
    })
  })
const aDeparture = fc.integer({ min: -3600, max: 2400 }).map(at)

test('the judgement agrees with the plain reference', () => {
  fc.assert(
    fc.property(aTrail, aDeparture, fc.nat(3000), (trail, departureAt, seconds) => {
      const car = { pickup: PICKUP, since: BEGUN, departureAt, trail: trail.filter((point) => point.at <= at(seconds)) }
      const { warning, warnedSince } = judgeCar(car, LIMITS, at(seconds))
      expect({ warning, warnedSince }).toEqual(referenceJudgement(car, LIMITS, at(seconds)))
    }),
    { numRuns: 2000 },
  )
})

test('judging again and again, each time from the last judgement on, says the same as judging once', () => {
  fc.assert(
    fc.property(aTrail, fc.array(fc.nat(3000), { maxLength: 8 }), (trail, instants) => {
      let since = BEGUN
      for (const seconds of instants.toSorted((a, b) => a - b)) {
        const car = { pickup: PICKUP, departureAt: LONG_AGO, trail: trail.filter((point) => point.at <= at(seconds)) }
        const again = judgeCar({ ...car, since }, LIMITS, at(seconds))
        expect(again).toEqual(judgeCar({ ...car, since: BEGUN }, LIMITS, at(seconds)))
        since = again.since
      }
    }),
    { numRuns: 1000 },
  )
})

test('whatever the car does, nobody is warned before the time said', () => {
  fc.assert(
    fc.property(aTrail, fc.nat(3000), fc.nat(3000), (trail, one, other) => {
      const [now, then] = [Math.min(one, other), Math.max(one, other)]
      const until = (seconds: number) => trail.filter((point) => point.at <= at(seconds))
      const judged = judge(until(now), now)
      if (judged.warning !== null || at(then) >= judged.calmUntil) return
      expect(judge(until(then), then).warning).toBeNull()
    }),
    { numRuns: 2000 },
  )
})

test('a car that comes 150 m nearer every three minutes is never warned of', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 150, max: 900 }), { maxLength: 20 }), (steps) => {
      let metres = 12_000
      const trail = steps.map((step, i) => {
        metres = Math.max(0, metres - step)
        return seen(179 * i, metres)
      })
      for (const point of trail) {
        const judged = judge(
          trail.filter((one) => one.at <= point.at),
          (point.at.getTime() - BEGUN.getTime()) / 1000,
        )
        expect(judged.warning).toBeNull()
      }
    }),
  )
})

test('the seen positions lie where the tables say', () => {
  expect(metresBetween(seen(0, 2000), PICKUP)).toBe(2000)
})
