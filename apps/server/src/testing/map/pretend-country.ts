import { ExtractWriter, type Tags } from './extract-writer.ts'

/** A town: 45 streets each way across each other, 1,590 houses, a wood, a border. */
const STREETS = 45
const HOUSES = 1590
const WOOD_POINTS = 1600
const BLOCK_DEGREES = 0.001
const WAYS_A_TOWN = 2 * STREETS + HOUSES + 3
export const NODES_A_TOWN = 1 + STREETS * STREETS + 4 * HOUSES + WOOD_POINTS + 4
/** Towns stand some 17 km apart, in rows from the south-west of Romania. */
const TOWNS_A_ROW = 40
const TOWN_DEGREES = 0.2

/** Writes an extract of so many towns of ten thousand points each, sorted and packed as the public extracts are. */
export function writePretendCountry(file: string, towns: number): { nodes: number; ways: number } {
  const writer = new ExtractWriter(file)
  for (let town = 0; town < towns; town++) writeNodes(writer, town)
  for (let town = 0; town < towns; town++) writeWays(writer, town)
  for (let town = 0; town < towns; town++) writeRelations(writer, town)
  writer.close()
  return { nodes: towns * NODES_A_TOWN, ways: towns * WAYS_A_TOWN }
}

function cornerOf(town: number): { lat: number; long: number } {
  return {
    lat: 43.7 + Math.floor(town / TOWNS_A_ROW) * TOWN_DEGREES,
    long: 20.5 + (town % TOWNS_A_ROW) * TOWN_DEGREES,
  }
}

function firstNodeOf(town: number): number {
  return 1_000_000 + town * NODES_A_TOWN
}

function firstWayOf(town: number): number {
  return 1_000_000 + town * WAYS_A_TOWN
}

function nameOf(town: number): string {
  return `Orașul ${town + 1}`
}

function writeNodes(writer: ExtractWriter, town: number): void {
  const { lat, long } = cornerOf(town)
  const size = STREETS * BLOCK_DEGREES
  let id = firstNodeOf(town)
  const place = town === 0 ? 'city' : 'town'
  writer.node(id++, lat + size / 2, long + size / 2, { place, name: nameOf(town), population: '10000' })
  for (let row = 0; row < STREETS; row++) {
    for (let column = 0; column < STREETS; column++) {
      writer.node(id++, lat + row * BLOCK_DEGREES, long + column * BLOCK_DEGREES)
    }
  }
  for (let house = 0; house < HOUSES; house++) {
    const south = lat + (house % STREETS) * BLOCK_DEGREES + 0.0002
    const west = long + Math.floor(house / STREETS) * BLOCK_DEGREES + 0.0002
    for (const [up, right] of [[0, 0] as const, [1, 0] as const, [1, 1] as const, [0, 1] as const]) {
      writer.node(id++, south + up * 0.0001, west + right * 0.0001)
    }
  }
  for (let i = 0; i < WOOD_POINTS; i++) {
    const angle = (i / WOOD_POINTS) * 2 * Math.PI
    const wide = 0.02 + 0.002 * Math.sin(angle * 40)
    writer.node(id++, lat + 0.08 + wide * Math.sin(angle), long + 0.08 + wide * Math.cos(angle))
  }
  for (const [up, right] of [[0, 0] as const, [1, 0] as const, [1, 1] as const, [0, 1] as const]) {
    writer.node(id++, lat - 0.01 + up * 0.18, long - 0.01 + right * 0.18)
  }
}

function writeWays(writer: ExtractWriter, town: number): void {
  const crossing = firstNodeOf(town) + 1
  const corner = crossing + STREETS * STREETS
  const wood = corner + 4 * HOUSES
  const border = wood + WOOD_POINTS
  const along = Array.from({ length: STREETS }, (_, i) => i)
  let id = firstWayOf(town)
  for (const row of along) {
    const refs = along.map((column) => crossing + row * STREETS + column)
    writer.way(id++, refs, { highway: 'residential', name: `Strada Lungă ${row + 1}` })
  }
  for (const column of along) {
    const refs = along.map((row) => crossing + row * STREETS + column)
    writer.way(id++, refs, { highway: 'tertiary', name: `Strada Lată ${(town * STREETS + column) % 5000}` })
  }
  for (let house = 0; house < HOUSES; house++) {
    const first = corner + 4 * house
    const street: Tags = house % 3 === 0 ? {} : { 'addr:street': `Strada Lungă ${(house % STREETS) + 1}` }
    const number = String(2 + Math.floor(house / STREETS) * 2)
    writer.way(id++, [first, first + 1, first + 2, first + 3, first], {
      building: 'house',
      'addr:housenumber': number,
      ...street,
    })
  }
  const ring = Array.from({ length: WOOD_POINTS + 1 }, (_, i) => wood + (i % WOOD_POINTS))
  writer.way(id++, ring.slice(0, WOOD_POINTS / 2 + 1), {})
  writer.way(id++, ring.slice(WOOD_POINTS / 2), {})
  writer.way(id++, [border, border + 1, border + 2, border + 3, border], {})
}

function writeRelations(writer: ExtractWriter, town: number): void {
  const wood = firstWayOf(town) + 2 * STREETS + HOUSES
  const outer = (ref: number) => ({ type: 'way' as const, ref, role: 'outer' })
  writer.relation(1 + 2 * town, [outer(wood), outer(wood + 1)], { type: 'multipolygon', natural: 'wood' })
  writer.relation(2 + 2 * town, [outer(wood + 2)], {
    type: 'boundary',
    boundary: 'administrative',
    admin_level: '6',
    name: nameOf(town),
  })
}
