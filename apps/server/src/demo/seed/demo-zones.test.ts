import { ringContains } from '@dispecerat/domain/geography/zone'
import { ringFault } from '@dispecerat/domain/geography/zone-ring'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { expect, test } from 'vitest'
import { anAddress, LANDMARKS } from './demo-streets.ts'
import { DEMO_STANDS, DEMO_ZONES } from './demo-zones.ts'

function edges(ring: readonly Point[]): [Point, Point][] {
  return ring.map((a, index) => [a, ring[(index + 1) % ring.length] as Point])
}

function turn(a: Point, b: Point, c: Point): number {
  return Math.sign((b.long - a.long) * (c.lat - a.lat) - (b.lat - a.lat) * (c.long - a.long))
}

function cross([a, b]: [Point, Point], [c, d]: [Point, Point]): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

test('every zone passes validation: a simple polygon in Romania', () => {
  for (const { name, ring } of DEMO_ZONES) expect([name, ringFault(ring)]).toEqual([name, null])
})

test('no two zones cross each other', () => {
  for (const a of DEMO_ZONES) {
    for (const b of DEMO_ZONES.slice(a.id)) {
      const crossing = edges(a.ring).some((side) => edges(b.ring).some((other) => cross(side, other)))
      expect([a.name, b.name, crossing]).toEqual([a.name, b.name, false])
    }
  }
})

test('no point is in two zones, and the built-up area is covered without a hole', () => {
  const random = seededRandom(3)
  for (let i = 0; i < 4000; i++) {
    const p = { lat: random.between(45.6, 45.72), long: random.between(25.53, 25.69) }
    expect(DEMO_ZONES.filter(({ ring }) => ringContains(ring, p)).length).toBeLessThanOrEqual(1)
    const isBuiltUp = p.lat > 45.632 && p.lat < 45.684 && p.long > 25.572 && p.long < 25.635
    if (isBuiltUp && !DEMO_ZONES.some(({ ring }) => ringContains(ring, p)))
      throw new Error(`no zone at ${p.lat}, ${p.long}`)
  }
})

test('every demo address and landmark lies in a zone', () => {
  const random = seededRandom(5)
  const all = [
    ...Array.from({ length: 5000 }, () => anAddress(random)),
    ...LANDMARKS.map(([name, , lat, long]) => ({ name, lat, long })),
  ]
  const lost = all.filter((p) => !DEMO_ZONES.some(({ ring }) => ringContains(ring, p)))
  expect(lost).toEqual([])
})

test('a stand lies in the zone it names', () => {
  for (const stand of DEMO_STANDS) {
    const around = DEMO_ZONES.filter(({ ring }) => ringContains(ring, stand)).map(({ name }) => name)
    expect([stand.name, around]).toEqual([stand.name, [stand.zone]])
  }
})
