import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { expect, test } from 'vitest'
import { RoadAtlas } from './road-atlas.ts'
import { RoadGraphBuilder } from './road-graph-builder.ts'
import { type DrawnStreet, streetsThatMeet } from './streets-that-meet.ts'

function atlasOf(streets: DrawnStreet[]): RoadAtlas {
  const builder = new RoadGraphBuilder()
  for (const way of streetsThatMeet(streets)) builder.way(way)
  return new RoadAtlas(builder.finish())
}

const at = (lat: number, long: number) => ({ lat: 45.6 + lat / 1000, long: 25.6 + long / 1000 })
const street = (...line: ReturnType<typeof at>[]): DrawnStreet => ({ kind: 'residential', line })

test('streets drawn across each other meet where they cross', () => {
  const roads = atlasOf([street(at(0, -5), at(0, 5)), street(at(-5, 0), at(5, 0))])
  const way = roads.way(at(0, -5), at(5, 0))
  const corner = metresBetween(at(0, -5), at(0, 0)) + metresBetween(at(0, 0), at(5, 0))
  expect(Math.abs((way?.metres ?? 0) - corner)).toBeLessThan(3)
  expect(way?.line.map(({ lat, long }) => [lat.toFixed(4), long.toFixed(4)])).toContainEqual(['45.6000', '25.6000'])
})

test('a street that ends beside another one is connected to it', () => {
  const roads = atlasOf([street(at(0, -5), at(0, 5)), street(at(1, 2), at(8, 2))])
  expect(roads.way(at(0, -5), at(8, 2))?.metres).toBeGreaterThan(900)
})

test('a street far from all others is connected to the nearest, so that every street can be reached', () => {
  const roads = atlasOf([street(at(0, 0), at(0, 5)), street(at(20, 0), at(20, 5)), street(at(40, 0), at(40, 5))])
  const way = roads.way(at(0, 5), at(40, 5))
  expect(way?.metres).toBeGreaterThan(metresBetween(at(0, 5), at(40, 5)) - 5)
})
