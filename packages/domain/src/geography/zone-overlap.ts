import type { Point } from '../kernel/geo.ts'
import type { ZoneId } from '../kernel/ids.ts'
import { partAlong } from '../kernel/segments.ts'
import { type Bounds, boundsOf, type Zone } from './zone.ts'

const METRES_PER_DEGREE = 6_371_008.8 * (Math.PI / 180)
/** Adjacent zones never meet to the millimetre; a smaller area than this is no overlap. */
const MIN_SQUARE_METRES = 50

interface Overlap {
  squareMetres: number
  /** The overlap as bands from south to north, each with four corners. */
  pieces: Point[][]
}

export interface ZoneOverlap extends Overlap {
  zones: readonly [ZoneId, ZoneId]
}

/** Pairs of overlapping zones, lower id first; common borders do not count. */
export function zoneOverlaps(zones: readonly Zone[]): ZoneOverlap[] {
  const outlines = zones
    .map(({ id, ring }) => ({ id, ring, bounds: boundsOf(ring) }))
    .sort((a, b) => a.bounds.west - b.bounds.west)
  const found: ZoneOverlap[] = []
  for (const [index, a] of outlines.entries()) {
    for (let j = index + 1; j < outlines.length; j++) {
      const b = outlines[j]
      if (b === undefined || b.bounds.west > a.bounds.east) break
      const overlap = ringOverlap(a.ring, b.ring, [a.bounds, b.bounds])
      if (overlap !== null) found.push({ zones: a.id < b.id ? [a.id, b.id] : [b.id, a.id], ...overlap })
    }
  }
  return found.sort((s, t) => s.zones[0] - t.zones[0] || s.zones[1] - t.zones[1])
}

/** A side with its southern end first; level sides bound no band. */
interface Side {
  south: Point
  north: Point
}

/**
 * Overlap of two simple rings. Between two adjacent latitudes at which any side starts, ends or crosses, both are rows of uncut bands, so
 * that the intersection is computed from west to east. null when less than 50 m².
 */
export function ringOverlap(
  a: readonly Point[],
  b: readonly Point[],
  [boundsA, boundsB]: readonly [Bounds, Bounds] = [boundsOf(a), boundsOf(b)],
): Overlap | null {
  const south = Math.max(boundsA.south, boundsB.south)
  const north = Math.min(boundsA.north, boundsB.north)
  if (south >= north || boundsA.east <= boundsB.west || boundsB.east <= boundsA.west) return null
  const ours = sidesOf(a, south, north)
  const theirs = sidesOf(b, south, north)
  const lats = levels([...a, ...b], crossingLats(ours, theirs), south, north)
  const squareDegree = METRES_PER_DEGREE ** 2 * Math.cos((((south + north) / 2) * Math.PI) / 180)
  const pieces: Point[][] = []
  let squareMetres = 0
  for (const [index, from] of lats.slice(0, -1).entries()) {
    const to = lats[index + 1] ?? from
    const middle = (from + to) / 2
    for (const [west, east] of commonBands(bands(ours, middle), bands(theirs, middle), middle)) {
      const widths = [from, to].map((lat) => Math.max(0, longAt(east, lat) - longAt(west, lat)))
      squareMetres += (((widths[0] ?? 0) + (widths[1] ?? 0)) / 2) * (to - from) * squareDegree
      pieces.push([
        { lat: from, long: longAt(west, from) },
        { lat: from, long: longAt(east, from) },
        { lat: to, long: longAt(east, to) },
        { lat: to, long: longAt(west, to) },
      ])
    }
  }
  return squareMetres < MIN_SQUARE_METRES ? null : { squareMetres, pieces }
}

function sidesOf(ring: readonly Point[], south: number, north: number): Side[] {
  return ring.flatMap((a, index) => {
    const b = ring[(index + 1) % ring.length] ?? a
    if (a.lat === b.lat || Math.max(a.lat, b.lat) <= south || Math.min(a.lat, b.lat) >= north) return []
    return [a.lat < b.lat ? { south: a, north: b } : { south: b, north: a }]
  })
}

function crossingLats(ours: readonly Side[], theirs: readonly Side[]): number[] {
  const lats: number[] = []
  for (const s of ours) {
    for (const t of theirs) {
      if (s.north.lat <= t.south.lat || t.north.lat <= s.south.lat) continue
      const part = partAlong(s.south, s.north, t.south, t.north)
      if (part !== null && part > 0 && part < 1) lats.push(s.south.lat + (s.north.lat - s.south.lat) * part)
    }
  }
  return lats
}

function levels(corners: readonly Point[], crossings: readonly number[], south: number, north: number): number[] {
  const lats = [...corners.map(({ lat }) => lat), ...crossings].filter((lat) => lat >= south && lat <= north)
  return [...new Set(lats)].sort((s, t) => s - t)
}

type Band = readonly [west: Side, east: Side]

/** The part of a ring on a latitude that contains none of its corners. */
function bands(sides: readonly Side[], lat: number): Band[] {
  const met = sides
    .filter(({ south, north }) => south.lat < lat && lat < north.lat)
    .sort((s, t) => longAt(s, lat) - longAt(t, lat))
  return met.flatMap((west, index) => {
    const east = met[index + 1]
    return index % 2 === 0 && east ? [[west, east] as const] : []
  })
}

function commonBands(ours: readonly Band[], theirs: readonly Band[], lat: number): Band[] {
  return ours.flatMap(([west, east]) =>
    theirs.flatMap(([otherWest, otherEast]): Band[] => {
      const from = longAt(west, lat) >= longAt(otherWest, lat) ? west : otherWest
      const to = longAt(east, lat) <= longAt(otherEast, lat) ? east : otherEast
      return longAt(from, lat) < longAt(to, lat) ? [[from, to]] : []
    }),
  )
}

function longAt({ south, north }: Side, lat: number): number {
  return south.long + ((north.long - south.long) * (lat - south.lat)) / (north.lat - south.lat)
}
