import { expect, test } from 'vitest'
import { nameOfMap } from '../name-of-map.ts'
import { LocalityReader } from './osm-localities.ts'

const square = (south: number, west: number, size: number) => [
  { lat: south, long: west },
  { lat: south + size, long: west },
  { lat: south + size, long: west + size },
  { lat: south, long: west + size },
  { lat: south, long: west },
]

function border(id: number, name: string, level: number, ...rings: { lat: number; long: number }[][]) {
  const tags = { boundary: 'administrative', admin_level: String(level), name }
  return { id, tags, members: [], lines: rings.map((points) => ({ points, role: 'outer' })) }
}

function settlement(reader: LocalityReader, name: string, place: string, lat: number, long: number, population = 0) {
  reader.node({ id: 1, lat, long, tags: { name, place, population: String(population) } })
}

/** A capital, a distant commune whose village keeps its name, and a town within a county. */
function country() {
  const reader = new LocalityReader()
  settlement(reader, 'București', 'city', 44.43, 26.1, 1_800_000)
  settlement(reader, 'Bod', 'village', 45.76, 25.64)
  settlement(reader, 'Codlea', 'town', 45.7, 25.45)
  reader.relation(border(1, 'Sectorul 3', 9, square(44.4, 26.1, 0.05)))
  reader.relation(border(2, 'București', 6, square(44.35, 26, 0.2)))
  reader.relation(border(3, 'Comuna Bod', 6, square(45.7, 25.6, 0.1)))
  reader.relation(border(4, 'Județul Brașov', 4, square(45, 25, 1)))
  reader.relation(border(5, 'Colonia', 8, square(45.705, 25.605, 0.02)))
  return reader.localities()
}

test('a point belongs to the smallest border around it, anywhere in the country', () => {
  const { at } = country()
  expect(at({ lat: 45.79, long: 25.69 })).toBe('Comuna Bod')
  expect(at({ lat: 45.71, long: 25.61 })).toBe('Colonia')
  expect(at({ lat: 44.42, long: 26.12 })).toBe('București')
})

test('near its centre a village keeps its name; outside of all borders the reach of a town depends on its size', () => {
  const { at } = country()
  expect(at({ lat: 45.761, long: 25.641 })).toBe('Bod')
  expect(at({ lat: 45.72, long: 25.46 })).toBe('Codlea')
  expect(at({ lat: 46.9, long: 26.9 })).toBe('')
})

test('a border in pieces is joined', () => {
  const reader = new LocalityReader()
  settlement(reader, 'Brașov', 'city', 45.65, 25.6, 250_000)
  const [a, b, c, d] = square(45.5, 25.3, 0.05)
  if (!a || !b || !c || !d) throw new Error('a square has corners')
  reader.relation(border(1, 'Râșnov', 6, [a, b], [d, c, b], [d, a]))
  const { at } = reader.localities()
  expect(at({ lat: 45.52, long: 25.32 })).toBe('Râșnov')
})

test('a map of one town is named after it, a map of a country after its file', () => {
  const localities = () => ({
    main: { name: 'Brașov', place: 'city', population: 1, lat: 45, long: 25 },
    count: 1,
    at: () => '',
  })
  const box = (degrees: number) => () => ({ south: 45, west: 25, north: 45 + degrees, east: 25 + degrees })
  expect(nameOfMap('/maps/brasov.osm.pbf', { localities, bounds: box(0.3) })).toBe('Brașov')
  expect(nameOfMap('/maps/romania-latest.osm.pbf', { localities, bounds: box(4) })).toBe('Romania')
  expect(nameOfMap('/maps/republic_of-moldova-260101.osm.pbf', { localities, bounds: box(4) })).toBe(
    'Republic Of Moldova',
  )
})
