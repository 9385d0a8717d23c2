import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metresBetween, type Point } from '../kernel/geo.ts'
import { asId, type ZoneId } from '../kernel/ids.ts'
import { ringContains, type Zone } from './zone.ts'
import { NEAR_ZONE_GAP_M, NEAREST_ZONE_METRES, ZoneNeighbours } from './zone-neighbours.ts'

const p = (lat: number, long: number): Point => ({ lat, long })
const METRES_NORTH = 6_371_008.8 * (Math.PI / 180)
const metresEast = (lat: number) => METRES_NORTH * Math.cos((lat * Math.PI) / 180)

/** A box measured in metres east and north of a corner of Brașov. */
const CORNER = p(45.64, 25.58)
const spot = (east: number, north: number) =>
  p(CORNER.lat + north / METRES_NORTH, CORNER.long + east / metresEast(CORNER.lat))
const box = (id: number, west: number, south: number, east: number, north: number): Zone => ({
  id: asId<ZoneId>(id),
  ring: [spot(west, south), spot(east, south), spot(east, north), spot(west, north)],
})

describe('neighbours of a box of 1000 by 1000 m', () => {
  const home = box(1, 0, 0, 1000, 1000)
  test.each<[string, Zone, boolean]>([
    ['one that shares a side', box(2, 1000, 0, 2000, 1000), true],
    ['one that touches a corner', box(2, 1000, 1000, 2000, 2000), true],
    ['one 190 m away', box(2, 1190, 0, 2000, 1000), true],
    ['one 215 m away', box(2, 1215, 0, 2000, 1000), false],
    ['one 180 m away over the corner', box(2, 1127, 1127, 2000, 2000), true],
    ['one 225 m away over the corner, though each side is nearer', box(2, 1160, 1160, 2000, 2000), false],
    ['one that lies across', box(2, 500, 500, 3000, 600), true],
    ['one inside, 150 m from the border', box(2, 150, 300, 500, 600), true],
    ['one deep inside: its border is far from ours', box(2, 300, 300, 600, 600), false],
    ['one drawn on top', box(2, 0, 0, 1000, 1000), true],
    ['a long one that passes by at 100 m', box(2, -9000, 1100, 9000, 1200), true],
  ])('%s', (_, other, isNeighbour) => {
    const near = new ZoneNeighbours([other, home])
    expect(near.of(home.id)).toEqual(isNeighbour ? [other.id] : [])
    expect(near.of(other.id)).toEqual(isNeighbour ? [home.id] : [])
  })

  test('several are sorted by id; an unknown zone has none', () => {
    const near = new ZoneNeighbours([box(9, 1000, 0, 2000, 1000), home, box(4, 0, 1000, 1000, 2000)])
    expect(near.of(home.id)).toEqual([4, 9])
    expect(near.of(asId<ZoneId>(77))).toEqual([])
  })
})

describe('the zone nearest to a point outside all of them', () => {
  const zones = [box(1, 0, 0, 1000, 1000), box(2, 3000, 0, 4000, 1000), box(3, 3000, 0, 4000, 1000)]
  const near = new ZoneNeighbours(zones)
  test.each([
    ['next to the first', spot(1100, 500), 1],
    ['nearer to the second; of equals the lowest number', spot(2600, 500), 2],
    ['4900 m north', spot(500, 5900), 1],
    ['5100 m north', spot(500, 6100), null],
    ['over the corner, 5091 m away though each side is nearer', spot(-3600, -3600), null],
    ['far away', p(47, 27), null],
  ])('%s', (_, point, zoneId) => expect(near.nearestTo(point)).toBe(zoneId))

  test('there is none without zones', () => expect(new ZoneNeighbours([]).nearestTo(CORNER)).toBeNull())
})

const aZone = fc
  .record({
    west: fc.integer({ min: 0, max: 8000 }),
    south: fc.integer({ min: 0, max: 8000 }),
    width: fc.integer({ min: 50, max: 2000 }),
    height: fc.integer({ min: 50, max: 2000 }),
    lean: fc.integer({ min: -800, max: 800 }),
  })
  .map(({ west, south, width, height, lean }) => [
    spot(west, south),
    spot(west + width, south),
    spot(west + width + lean, south + height),
    spot(west + lean, south + height),
  ])

/** Points every 25 m along a ring. */
function along(ring: readonly Point[]): Point[] {
  return ring.flatMap((a, index) => {
    const b = ring[(index + 1) % ring.length] ?? a
    const steps = Math.max(1, Math.ceil(metresBetween(a, b) / 25))
    return Array.from({ length: steps }, (_, i) =>
      p(a.lat + ((b.lat - a.lat) * i) / steps, a.long + ((b.long - a.long) * i) / steps),
    )
  })
}

function closest(points: readonly Point[], others: readonly Point[]): number {
  return Math.min(...points.map((a) => Math.min(...others.map((b) => metresBetween(a, b)))))
}

test('neighbours and the nearest zone equal those found by walking along the borders', () => {
  fc.assert(
    fc.property(fc.array(aZone, { maxLength: 5 }), aZone, (rings, elsewhere) => {
      const zones = rings.map((ring, index): Zone => ({ id: asId<ZoneId>(index + 1), ring }))
      const near = new ZoneNeighbours(zones)
      const walks = zones.map(({ ring }) => along(ring))
      for (const [i, a] of zones.entries()) {
        for (const [j, b] of zones.entries()) {
          if (i === j) continue
          const metres = closest(walks[i] ?? [], walks[j] ?? [])
          // Points every 25 m miss the closest spot by less than 26 m; metres are whole ones.
          if (metres < NEAR_ZONE_GAP_M) expect(near.of(a.id)).toContain(b.id)
          if (metres > NEAR_ZONE_GAP_M + 26) expect(near.of(a.id)).not.toContain(b.id)
        }
      }
      for (const point of elsewhere) {
        if (zones.some(({ ring }) => ringContains(ring, point))) continue
        const found = near.nearestTo(point)
        const metres = walks.map((walk) => closest([point], walk))
        const min = Math.min(Number.POSITIVE_INFINITY, ...metres)
        if (found === null) expect(min).toBeGreaterThan(NEAREST_ZONE_METRES - 1)
        else expect(metres[found - 1]).toBeLessThanOrEqual(min + 26)
      }
    }),
    { numRuns: 60 },
  )
})
