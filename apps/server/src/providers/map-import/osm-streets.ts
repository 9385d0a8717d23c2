import { foldText, readBuilding, readHouseNumbers, splitStreetName } from '@dispecerat/domain/address-text'
import { metresBetween, type Point } from '@dispecerat/domain/geo'
import type { CityHouse, CityStreet } from './city-map.ts'
import type { OsmExtract, Tags } from './osm-extract.ts'
import type { Localities } from './osm-localities.ts'
import { middleOf, StreetGrid, samplesOf } from './street-grid.ts'

/** Other ways (service lanes, footways) count only when their name begins with a street type: the rest are car parks and stops. */
const WEIGHTS: Record<string, number> = {
  motorway: 0.5,
  trunk: 0.8,
  primary: 0.9,
  secondary: 0.8,
  tertiary: 0.7,
  residential: 0.5,
  unclassified: 0.5,
  living_street: 0.5,
  pedestrian: 0.6,
  road: 0.3,
}
/** Pieces of one name further apart than this are two streets. */
const SAME_STREET_METRES = 1000
/** A house further away from every piece of its street has a wrong street name, or belongs to another village. */
const HOUSE_METRES = 1500
const BESIDE_METRES = 100
const SAMPLE_METRES = 60

interface Piece {
  name: string
  alias: string | undefined
  weight: number
  line: Point[]
}

/** Streets with their houses: ways of one name that lie together are one street. */
export function streetsOf(extract: OsmExtract, localities: Localities): CityStreet[] {
  const byName = new Map<string, CityStreet[]>()
  for (const [key, pieces] of piecesByName(extract)) {
    byName.set(
      key,
      clustersOf(pieces).map((cluster) => streetOf(cluster, localities)),
    )
  }
  const grid = new StreetGrid([...byName.values()].flat())
  for (const { tags, at } of buildingsOf(extract)) placeHouse(tags, at, byName, grid, localities)
  return [...byName.values()].flat()
}

function piecesByName(extract: OsmExtract): Map<string, Piece[]> {
  const byName = new Map<string, Piece[]>()
  for (const { tags, points } of extract.ways) {
    const { highway, name } = tags
    if (!highway || !name) continue
    const weight = WEIGHTS[highway.replace('_link', '')]
    if (weight === undefined && splitStreetName(name).type === '') continue
    const key = foldText(name)
    const piece = { name, alias: tags.old_name ?? tags.alt_name, weight: weight ?? 0.3, line: points }
    byName.set(key, [...(byName.get(key) ?? []), piece])
  }
  return byName
}

function clustersOf(pieces: Piece[]): Piece[][] {
  const clusters: Piece[][] = []
  for (const piece of pieces) {
    const near = clusters.filter((cluster) => cluster.some((other) => areNear(piece, other)))
    const joined = [piece, ...near.flat()]
    for (const cluster of near) clusters.splice(clusters.indexOf(cluster), 1)
    clusters.push(joined)
  }
  return clusters
}

function areNear(a: Piece, b: Piece): boolean {
  const ends = (p: Piece) => [p.line[0], p.line[p.line.length >> 1], p.line.at(-1)].filter((end) => end !== undefined)
  return ends(a).some((one) => ends(b).some((two) => metresBetween(one, two) <= SAME_STREET_METRES))
}

function streetOf(pieces: Piece[], localities: Localities): CityStreet {
  const line = pieces.flatMap((piece) => samplesOf(piece.line, SAMPLE_METRES))
  const middle = middleOf(line)
  return {
    name: pieces[0]?.name ?? '',
    aliases: [...new Set(pieces.flatMap(({ alias }) => alias?.split(';') ?? []))],
    locality: localities.at(middle),
    weight: Math.max(...pieces.map(({ weight }) => weight)),
    lat: middle.lat,
    long: middle.long,
    houses: [],
    line,
  }
}

function* buildingsOf(extract: OsmExtract): Generator<{ tags: Tags; at: Point }> {
  for (const node of extract.nodes) if (isAddress(node.tags)) yield { tags: node.tags, at: node }
  for (const way of extract.ways) if (isAddress(way.tags)) yield { tags: way.tags, at: centreOf(way.points) }
}

function isAddress(tags: Tags): boolean {
  return tags['addr:housenumber'] !== undefined || (tags.building !== undefined && /^bl(oc)?\b/i.test(tags.name ?? ''))
}

/** A corner of a closed way is counted once. */
export function centreOf(points: readonly Point[]): Point {
  const corners = points[0] === points.at(-1) ? points.slice(1) : points
  return {
    lat: corners.reduce((sum, p) => sum + p.lat, 0) / corners.length,
    long: corners.reduce((sum, p) => sum + p.long, 0) / corners.length,
  }
}

function placeHouse(
  tags: Tags,
  at: Point,
  byName: Map<string, CityStreet[]>,
  grid: StreetGrid,
  localities: Localities,
): void {
  const houses = housesOf(tags, at)
  if (houses.length === 0) return
  const named = tags['addr:street']
  if (!named) {
    grid.nearest(at, BESIDE_METRES)?.houses.push(...houses)
    return
  }
  const key = foldText(named)
  const streets = byName.get(key) ?? []
  const street =
    nearestOf(streets, at) ?? streetOf([{ name: named, alias: undefined, weight: 0.3, line: [at] }], localities)
  if (!streets.includes(street)) byName.set(key, [...streets, street])
  street.houses.push(...houses)
}

function nearestOf(streets: CityStreet[], at: Point): CityStreet | null {
  let best: CityStreet | null = null
  let bestMetres = HOUSE_METRES
  for (const street of streets) {
    const away = Math.min(...street.line.map((p) => metresBetween(p, at)))
    if (away > bestMetres) continue
    best = street
    bestMetres = away
  }
  return best
}

function housesOf(tags: Tags, at: Point): CityHouse[] {
  const sign = tags['addr:housenumber'] ?? ''
  const { bloc, scara } = readBuilding(`${tags['addr:housename'] ?? tags.name ?? ''} ${sign}`)
  const where = { bloc, scara, lat: at.lat, long: at.long }
  const numbers = readHouseNumbers(sign)
  if (numbers.length === 0) return bloc ? [{ number: null, suffix: '', ...where }] : []
  return numbers.map(({ number, suffix }) => ({ number, suffix, ...where }))
}
