import { ringContains } from '@dispecerat/domain/geography/zone'
import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { expect, test } from 'vitest'
import { startingPoints } from './starting-points.ts'

const CENTRE = { lat: 45.65, long: 25.6 }
/** Half of its bounding box is outside. */
const TRIANGLE = [
  { lat: 45.6, long: 25.5 },
  { lat: 45.7, long: 25.5 },
  { lat: 45.6, long: 25.6 },
]

test('drivers created in a zone are inside it, whatever its shape', () => {
  const { next } = seededRandom(3)
  const points = startingPoints({ ring: TRIANGLE }, 50, next)
  expect(points).toHaveLength(50)
  expect(points.filter((point) => !ringContains(TRIANGLE, point))).toEqual([])
  expect(new Set(points.map(({ lat }) => lat)).size).toBe(50)
})

test('drivers created at a stand are within its radius and spread over the disc', () => {
  const { next } = seededRandom(4)
  const metres = startingPoints({ centre: CENTRE, metres: 100 }, 200, next).map((at) => metresBetween(CENTRE, at))
  expect(Math.max(...metres)).toBeLessThanOrEqual(100)
  expect(metres.filter((away) => away > 50).length).toBeGreaterThan(100)
})

test('a zone that random points miss puts its drivers at a corner', () => {
  expect(startingPoints({ ring: TRIANGLE }, 1, () => 0.999)).toEqual([TRIANGLE[0]])
})
