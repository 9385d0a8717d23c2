import { describe, expect, test } from 'vitest'
import type { Point } from '../kernel/geo.ts'
import { ringFault, ringFaultText, turnedRing, validRing, ZONE_LIMITS } from './zone-ring.ts'

const p = (lat: number, long: number): Point => ({ lat, long })
const box = (south: number, west: number, north: number, east: number) => [
  p(south, west),
  p(south, east),
  p(north, east),
  p(north, west),
]
const kind = (ring: Point[]) => ringFault(ring)?.kind ?? null
const crossed = (ring: Point[]) => {
  const fault = ringFault(ring)
  return fault?.kind === 'self_crossing' ? fault.crossings : null
}

describe('valid and invalid rings', () => {
  test.each([
    ['a box', box(45.6, 25.5, 45.7, 25.6), null],
    ['a corner on a straight side', [p(45.6, 25.5), p(45.6, 25.55), p(45.6, 25.6), p(45.7, 25.6)], null],
    ['nothing', [], 'too_few_points'],
    ['two corners', [p(45.6, 25.5), p(45.7, 25.6)], 'too_few_points'],
    ['two corners again and again', [p(45.6, 25.5), p(45.7, 25.6), p(45.6, 25.5), p(45.7, 25.6)], 'too_few_points'],
    ['a bow tie', [p(45.6, 25.5), p(45.7, 25.6), p(45.6, 25.6), p(45.7, 25.5)], 'self_crossing'],
    ['a flat line', [p(45.6, 25.5), p(45.6, 25.55), p(45.6, 25.6)], 'self_crossing'],
    [
      'a spike',
      [p(45.6, 25.5), p(45.6, 25.6), p(45.7, 25.6), p(45.7, 25.5), p(45.8, 25.5), p(45.65, 25.5)],
      'self_crossing',
    ],
    [
      'a ring that touches its own side',
      [p(45.6, 25.5), p(45.6, 25.6), p(45.7, 25.6), p(45.6, 25.55), p(45.7, 25.5)],
      'self_crossing',
    ],
    [
      'a side that runs back over another',
      [p(45.6, 25.5), p(45.6, 25.6), p(45.7, 25.6), p(45.7, 25.58), p(45.6, 25.58), p(45.6, 25.52), p(45.7, 25.52)],
      'self_crossing',
    ],
    ['a corner in Budapest', [p(45.6, 25.5), p(45.7, 25.6), p(47.5, 19.04)], 'outside_romania'],
    ['a corner in the sea', [p(44.2, 28.6), p(44.2, 30.2), p(44.3, 28.6)], 'outside_romania'],
    ['a corner over the Danube in Ruse', [p(43.9, 25.97), p(43.84, 25.96), p(43.9, 25.94)], 'outside_romania'],
    ['no number', [p(Number.NaN, 25.5), p(45.7, 25.6), p(45.6, 25.6)], 'outside_romania'],
    ['infinity', [p(45.6, Number.POSITIVE_INFINITY), p(45.7, 25.6), p(45.6, 25.6)], 'outside_romania'],
    ['latitude and longitude changed over', turnedRing(box(45.6, 25.5, 45.7, 25.6)), 'swapped'],
    ['a handkerchief', box(45.6, 25.5, 45.60001, 25.50001), 'too_small'],
    ['half the country', box(44.5, 23, 47, 27), 'too_large'],
  ])('%s', (_what, ring, fault) => expect(kind(ring)).toBe(fault))

  test('too many points are refused before anything is computed', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => p(45.6 + index / 1e7, 25.5))
    expect(ringFault(many)).toEqual({ kind: 'too_many_points', points: 100_000 })
  })

  test('two thousand points are validated', () => {
    const round = Array.from({ length: ZONE_LIMITS.points }, (_, index) => {
      const angle = (index / ZONE_LIMITS.points) * 2 * Math.PI
      return p(45.65 + Math.sin(angle) / 20, 25.6 + Math.cos(angle) / 20)
    })
    expect(ringFault(round)).toBeNull()
  })
})

describe('a fault reports its place', () => {
  test('the sides that cross, and their crossing point', () => {
    const bowTie = [p(45.6, 25.5), p(45.7, 25.6), p(45.6, 25.6), p(45.7, 25.5)]
    const [crossing] = crossed(bowTie) ?? []
    expect(crossing?.sides).toEqual([0, 2])
    expect(crossing?.at.lat).toBeCloseTo(45.65, 6)
    expect(crossing?.at.long).toBeCloseTo(25.55, 6)
    const fault = ringFault(bowTie)
    expect(fault && ringFaultText(fault, 4)).toBe(
      'Conturul nu are voie să se intersecteze cu el însuși: latura 1–2 cu latura 3–4.',
    )
  })

  test('the side that closes the ring is named by the first point', () => {
    const ring = [p(45.6, 25.5), p(45.6, 25.6), p(45.7, 25.5), p(45.75, 25.6), p(45.7, 25.62)]
    const fault = ringFault(ring)
    expect(fault && ringFaultText(fault, 5)).toContain('latura 2–3 cu latura 5–1')
  })

  test('the points outside are counted from 1', () => {
    const fault = ringFault([p(45.6, 25.5), p(47.5, 19.04), p(45.7, 25.6), p(48.9, 25)])
    expect(fault && ringFaultText(fault, 4)).toBe(
      'Toate punctele zonei trebuie să fie în România; în afară: punctele 2, 4.',
    )
  })

  test('a bad ring is reported at the field that contains it', () => {
    expect(() => validRing([p(45.6, 25.5)])).toThrow(
      expect.objectContaining({ fields: { paths: ['Zona trebuie să aibă cel puțin 3 puncte diferite.'] } }),
    )
    const [a, b, c] = [p(45.6, 25.5), p(45.7, 25.6), p(45.6, 25.6)]
    expect(validRing([a, b, c, a])).toEqual([a, b, c])
  })
})
