import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_BEYOND, nearestBeyond } from './plan-round.ts'
import { aDriver, aStep, driverId } from './testing/builders.ts'
import { play } from './testing/play.ts'

test('keeps the nearest drivers in order, whatever order they come in', () => {
  const someDrivers = fc.uniqueArray(fc.record({ id: fc.nat(999), metres: fc.integer({ min: 1, max: 60 }) }), {
    selector: ({ id }) => id,
    maxLength: 60,
  })
  fc.assert(
    fc.property(someDrivers, (drivers) => {
      const sorted = drivers.toSorted((a, b) => a.metres - b.metres || a.id - b.id).slice(0, MAX_BEYOND)
      const found = nearestBeyond(
        drivers.map(({ id }) => driverId(id)),
        drivers.map(({ metres }) => metres),
      )
      expect(found.map((one) => ({ id: Number(one.driverId), metres: one.metres }))).toEqual(sorted)
    }),
  )
})

const far = [aDriver(1, { metres: 1500 }), aDriver(2, { metres: 1200 }), aDriver(3, { metres: 700 })]
const beyondOf = (searchType: 'by_radius' | 'by_route' | 'by_zone', roads: Record<number, number> = {}) =>
  play({ steps: [aStep({ searchType, searchLimit: 1000 })], drivers: far, routeMetres: (id) => roads[id] ?? null })
    .rounds[0]?.beyond

test.each([
  [
    'by_radius',
    {},
    [
      [2, 1200, false],
      [1, 1500, false],
    ],
  ],
  [
    'by_route',
    { 3: 1300 },
    [
      [3, 1300, false],
      [2, 1560, true],
      [1, 1950, true],
    ],
  ],
  [
    'by_route',
    { 3: 800 },
    [
      [2, 1560, true],
      [1, 1950, true],
    ],
  ],
  ['by_zone', {}, []],
] as const)('%s tells how far the drivers beyond its limit are; roads %j', (searchType, roads, expected) => {
  const found = beyondOf(searchType, roads)?.map(({ driverId: id, metres, isGuess }) => [id, metres, isGuess])
  expect(found).toEqual(expected)
})

test('the distances change only with the drivers passed over, so that a moving car causes no write', () => {
  const moving = (seconds: number) => [aDriver(1, { metres: 1500 + seconds })]
  const steps = [aStep({ searchType: 'by_radius', searchLimit: 1000, searchSeconds: 9 })]
  expect(play({ steps, drivers: moving }).rounds[0]?.beyond).toEqual([{ driverId: 1, metres: 1500, isGuess: false }])
})
