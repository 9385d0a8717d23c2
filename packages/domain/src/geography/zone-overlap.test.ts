import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Point } from '../kernel/geo.ts'
import { asId, type ZoneId } from '../kernel/ids.ts'
import { ringContains, ringSquareMetres, type Zone } from './zone.ts'
import { ringOverlap, zoneOverlaps } from './zone-overlap.ts'
import { ringFault } from './zone-ring.ts'

const p = (lat: number, long: number): Point => ({ lat, long })
const box = (south: number, west: number, north: number, east: number) => [
  p(south, west),
  p(south, east),
  p(north, east),
  p(north, west),
]
const zone = (id: number, ring: Point[]): Zone => ({ id: asId<ZoneId>(id), ring })

test('two overlapping boxes share the box where both are', () => {
  const overlap = ringOverlap(box(45.6, 25.5, 45.7, 25.6), box(45.65, 25.55, 45.75, 25.7))
  expect(overlap?.squareMetres).toBeCloseTo(ringSquareMetres(box(45.65, 25.55, 45.7, 25.6)), 0)
  expect(overlap?.pieces).toEqual([box(45.65, 25.55, 45.7, 25.6)])
})

test('a zone inside another overlaps with its whole area', () => {
  const inner = [p(45.63, 25.53), p(45.64, 25.57), p(45.67, 25.55)]
  const overlap = ringOverlap(box(45.6, 25.5, 45.7, 25.6), inner)
  expect((overlap?.squareMetres ?? 0) / ringSquareMetres(inner)).toBeCloseTo(1, 6)
})

test('neighbours that share a border, a slanting one too, and distant ones do not overlap', () => {
  const west = [p(45.6, 25.5), p(45.6, 25.55), p(45.7, 25.58), p(45.7, 25.5)]
  const east = [p(45.6, 25.55), p(45.6, 25.6), p(45.7, 25.6), p(45.7, 25.58)]
  expect(ringOverlap(west, east)).toBeNull()
  expect(ringOverlap(west, box(45.6, 25.8, 45.7, 25.9))).toBeNull()
  expect(ringOverlap(west, box(45.7, 25.5, 45.8, 25.6))).toBeNull()
})

test('of many zones only overlapping pairs are listed, once', () => {
  const zones = [
    zone(7, box(45.6, 25.5, 45.7, 25.6)),
    zone(2, box(45.65, 25.55, 45.75, 25.7)),
    zone(5, box(45.6, 25.6, 45.64, 25.7)),
    zone(1, box(45.61, 25.51, 45.62, 25.52)),
  ]
  expect(zoneOverlaps(zones).map((each) => each.zones)).toEqual([
    [1, 7],
    [2, 7],
  ])
})

const aStar = fc
  .record({
    north: fc.integer({ min: 0, max: 40 }),
    east: fc.integer({ min: 0, max: 40 }),
    distances: fc.array(fc.integer({ min: 10, max: 60 }), { minLength: 3, maxLength: 9 }),
  })
  .map(({ north, east, distances }) =>
    distances.map((distance, index) => {
      const angle = (index / distances.length) * 2 * Math.PI
      return p(
        45.65 + north / 1000 + (Math.sin(angle) * distance) / 1000,
        25.6 + east / 1000 + (Math.cos(angle) * distance) / 1000,
      )
    }),
  )

test('for any two stars: the pieces lie in both, no common point lies outside them, either order gives the same', () => {
  fc.assert(
    fc.property(aStar, aStar, (a, b) => {
      fc.pre(ringFault(a) === null && ringFault(b) === null)
      const overlap = ringOverlap(a, b)
      expect(ringOverlap(b, a)?.squareMetres ?? 0).toBeCloseTo(overlap?.squareMetres ?? 0, 1)
      for (const piece of overlap?.pieces ?? []) {
        const middle = p(
          piece.reduce((sum, { lat }) => sum + lat / 4, 0),
          piece.reduce((sum, { long }) => sum + long / 4, 0),
        )
        expect([ringContains(a, middle), ringContains(b, middle)]).toEqual([true, true])
      }
      for (let lat = 45.6; lat < 45.75; lat += 0.013) {
        for (let long = 25.55; long < 25.7; long += 0.017) {
          const point = p(lat, long)
          const isCommon = ringContains(a, point) && ringContains(b, point)
          const isFound = overlap?.pieces.some((piece) => ringContains(piece, point)) ?? false
          if (isCommon && overlap !== null) expect(isFound).toBe(true)
        }
      }
    }),
    { numRuns: 100 },
  )
})
