import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Point } from '../kernel/geo.ts'
import { boundsOf, ringSquareMetres } from './zone.ts'
import { ringFault } from './zone-ring.ts'
import { splitRing } from './zone-split.ts'

const p = (lat: number, long: number): Point => ({ lat, long })
const box = [p(45.6, 25.5), p(45.6, 25.6), p(45.7, 25.6), p(45.7, 25.5)]
/** A U open to the north. */
const horseshoe = [
  p(45.6, 25.5),
  p(45.6, 25.6),
  p(45.65, 25.6),
  p(45.65, 25.57),
  p(45.62, 25.57),
  p(45.62, 25.53),
  p(45.65, 25.53),
  p(45.65, 25.5),
]

function parts(ring: Point[], line: Point[]): readonly [Point[], Point[]] {
  const split = splitRing(ring, line)
  if (typeof split === 'string') throw new Error(split)
  return split
}
/** In square degrees, which add up exactly. */
function flatArea(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, a, index) => {
    const b = ring[(index + 1) % ring.length] ?? a
    return sum + (a.long - 25) * (b.lat - 45) - (b.long - 25) * (a.lat - 45)
  }, 0)
  return Math.abs(twice) / 2
}

test('a line across makes two zones that share the cut, the larger first', () => {
  const [larger, smaller] = parts(box, [p(45.59, 25.53), p(45.71, 25.53)])
  expect(boundsOf(larger)).toMatchObject({ east: 25.6 })
  expect(boundsOf(smaller)).toMatchObject({ west: 25.5 })
  expect(boundsOf(smaller).east).toBeCloseTo(25.53, 9)
  const cut = smaller.filter(({ long }) => Math.abs(long - 25.53) < 1e-9)
  expect(cut).toHaveLength(2)
  expect(larger).toEqual(expect.arrayContaining(cut))
})

test('a line with corners keeps them in both parts', () => {
  const [larger, smaller] = parts(box, [p(45.59, 25.52), p(45.65, 25.52), p(45.65, 25.54), p(45.71, 25.54)])
  for (const part of [larger, smaller]) {
    expect(part).toEqual(expect.arrayContaining([p(45.65, 25.52), p(45.65, 25.54)]))
    expect(part).toHaveLength(6)
  }
})

test('from corner to corner no point is duplicated', () => {
  const [one, other] = parts(box, [p(45.6, 25.5), p(45.7, 25.6)])
  expect([one.length, other.length]).toEqual([3, 3])
})

test('a line that passes closer than half a metre to a corner goes through the corner', () => {
  const [, smaller] = parts(box, [p(45.59, 25.5 - 1e-6), p(45.6, 25.5 + 1e-6), p(45.71, 25.56)])
  expect(smaller).toContainEqual(p(45.6, 25.5))
})

describe('a line that does not make two zones is refused with the reason', () => {
  test.each<[string, Point[], Point[], string]>([
    ['beside the zone', box, [p(45.5, 25.5), p(45.5, 25.6)], 'misses'],
    ['along a side', box, [p(45.6, 25.45), p(45.6, 25.65)], 'misses'],
    ['through a corner only', box, [p(45.55, 25.5), p(45.65, 25.45)], 'misses'],
    ['that ends inside', box, [p(45.5, 25.55), p(45.65, 25.55)], 'ends_inside'],
    ['all inside', box, [p(45.62, 25.55), p(45.65, 25.55)], 'ends_inside'],
    ['through both arms', horseshoe, [p(45.64, 25.45), p(45.64, 25.65)], 'too_many_parts'],
    [
      'that loops inside',
      box,
      [p(45.59, 25.55), p(45.66, 25.55), p(45.66, 25.58), p(45.63, 25.58), p(45.63, 25.52), p(45.71, 25.52)],
      'crosses_itself',
    ],
    ['that cuts off a crumb', box, [p(45.60008, 25.49995), p(45.59996, 25.5001)], 'sliver'],
    ['of one point', box, [p(45.65, 25.55)], 'ends_inside'],
    ['of no point', box, [], 'misses'],
  ])('%s', (_, ring, line, fault) => expect(splitRing(ring, line)).toBe(fault))
})

test('one arm of a horseshoe is cut off', () => {
  const [larger, smaller] = parts(horseshoe, [p(45.63, 25.49), p(45.63, 25.54)])
  expect(boundsOf(smaller)).toMatchObject({ west: 25.5, east: 25.53, north: 45.65 })
  expect(flatArea(larger) + flatArea(smaller)).toBeCloseTo(flatArea(horseshoe), 12)
})

/** A star around a centre: simple whatever the distances. */
const aStar = fc
  .array(fc.double({ min: 0.01, max: 0.05, noNaN: true }), { minLength: 3, maxLength: 14 })
  .map((distances) =>
    distances.map((distance, index) => {
      const angle = (index / distances.length) * 2 * Math.PI
      return p(45.65 + Math.sin(angle) * distance, 25.6 + Math.cos(angle) * distance)
    }),
  )
const anAngle = fc.double({ min: 0, max: Math.PI, noNaN: true })

test('for any star and any line: the parts add up, both are simple', () => {
  let cuts = 0
  fc.assert(
    fc.property(aStar, anAngle, fc.double({ min: -0.03, max: 0.03, noNaN: true }), (ring, angle, aside) => {
      fc.pre(ringFault(ring) === null)
      const [north, east] = [Math.sin(angle) * 0.1, Math.cos(angle) * 0.1]
      const middle = p(45.65 + Math.cos(angle) * aside, 25.6 - Math.sin(angle) * aside)
      const line = [p(middle.lat - north, middle.long - east), p(middle.lat + north, middle.long + east)]
      const split = splitRing(ring, line)
      if (typeof split === 'string') {
        expect(['misses', 'too_many_parts', 'sliver']).toContain(split)
        return
      }
      cuts += 1
      expect(split.map((part) => ringFault(part))).toEqual([null, null])
      const [larger, smaller] = split
      expect(flatArea(larger) + flatArea(smaller)).toBeCloseTo(flatArea(ring), 7)
      expect(ringSquareMetres(larger)).toBeGreaterThanOrEqual(ringSquareMetres(smaller))
    }),
    { numRuns: 300 },
  )
  expect(cuts).toBeGreaterThan(50)
})
