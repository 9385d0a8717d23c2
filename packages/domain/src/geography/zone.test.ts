import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Point } from '../kernel/geo.ts'
import { asId, type ZoneId } from '../kernel/ids.ts'
import { ringContains, ringSquareMetres, tidyRing, type Zone } from './zone.ts'
import { ZoneIndex } from './zone-index.ts'

const p = (lat: number, long: number): Point => ({ lat, long })
const box = (south: number, west: number, north: number, east: number) => [
  p(south, west),
  p(south, east),
  p(north, east),
  p(north, west),
]
const zone = (id: number, ring: Point[]): Zone => ({ id: asId<ZoneId>(id), ring })
/** A U open to the north. */
const horseshoe = [
  p(45, 25),
  p(45, 26),
  p(45.5, 26),
  p(45.5, 25.7),
  p(45.2, 25.7),
  p(45.2, 25.3),
  p(45.5, 25.3),
  p(45.5, 25),
]

describe('a point in a ring', () => {
  test.each([
    ['in the left arm', p(45.4, 25.1), true],
    ['between the arms', p(45.4, 25.5), false],
    ['in the bow', p(45.1, 25.5), true],
    ['on the outer border', p(45, 25.5), true],
    ['on the inner border', p(45.2, 25.5), true],
    ['on a corner', p(45.5, 25.3), true],
    ['level with a corner, outside', p(45.5, 24.9), false],
    ['level with the bow, outside', p(45.2, 26.1), false],
    ['far away', p(47, 27), false],
  ])('%s', (_where, point, isInside) => expect(ringContains(horseshoe, point)).toBe(isInside))

  test('a slanting border is inside too', () => {
    const triangle = [p(45.6, 25.5), p(45.7, 25.8), p(45.5, 25.9)]
    for (const part of [0.1, 0.25, 1 / 3, 0.7]) {
      expect(ringContains(triangle, p(45.6 + 0.1 * part, 25.5 + 0.3 * part))).toBe(true)
    }
  })
})

test('a square of 0.01 by 0.01 degrees at Brasov is 0.865 km²', () => {
  expect(ringSquareMetres(box(45.64, 25.58, 45.65, 25.59)) / 1e6).toBeCloseTo(0.8646, 3)
})

test('a pickup on the shared border belongs to the smaller zone', () => {
  const large = zone(1, box(45.6, 25.5, 45.7, 25.6))
  const small = zone(2, box(45.6, 25.6, 45.7, 25.65))
  const border = p(45.65, 25.6)
  expect(new ZoneIndex([large, small]).zoneAt(border)).toBe(2)
  expect(new ZoneIndex([small, large]).zoneAt(border)).toBe(2)
})

test('of overlapping zones the smallest wins, of equals the lowest id; outside there is none', () => {
  const city = zone(1, box(45.5, 25.4, 45.8, 25.8))
  const centre = zone(9, box(45.6, 25.5, 45.7, 25.6))
  const again = zone(4, box(45.6, 25.5, 45.7, 25.6))
  const index = new ZoneIndex([city, centre, again])
  expect(index.zoneAt(p(45.65, 25.55))).toBe(4)
  expect(index.zoneAt(p(45.55, 25.45))).toBe(1)
  expect(index.zoneAt(p(45.8, 25.8))).toBe(1)
  expect(index.zoneAt(p(45.81, 25.5))).toBe(null)
  expect(index.zoneAt(p(Number.NaN, 25.5))).toBe(null)
  expect(new ZoneIndex([]).zoneAt(p(45.65, 25.55))).toBe(null)
})

test('the index gives the same answer as checking every zone', () => {
  const aCorner = fc.record({ lat: fc.integer({ min: 0, max: 20 }), long: fc.integer({ min: 0, max: 20 }) })
  const aRing = fc.array(
    aCorner.map(({ lat, long }) => p(45.5 + lat / 100, 25.4 + long / 100)),
    { minLength: 3, maxLength: 8 },
  )
  fc.assert(
    fc.property(
      fc.array(aRing, { maxLength: 12 }),
      fc.array(aRing, { minLength: 1, maxLength: 4 }),
      (rings, points) => {
        const zones = rings.map((ring, i) => zone(i + 1, ring))
        const index = new ZoneIndex(zones)
        for (const point of points.flat()) {
          const [smallest] = zones
            .filter(({ ring }) => ringContains(ring, point))
            .sort((a, b) => ringSquareMetres(a.ring) - ringSquareMetres(b.ring) || a.id - b.id)
          expect(index.zoneAt(point)).toBe(smallest?.id ?? null)
        }
      },
    ),
  )
})

test('a closed ring is opened and repeated corners are dropped', () => {
  const [a, b, c] = [p(45.6, 25.5), p(45.7, 25.6), p(45.6, 25.6)]
  expect(tidyRing([a, a, b, c, c, a])).toEqual([a, b, c])
  expect(tidyRing([a, a])).toEqual([a])
})
