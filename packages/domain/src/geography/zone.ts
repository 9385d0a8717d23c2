import type { Point } from '../kernel/geo.ts'
import type { ZoneId } from '../kernel/ids.ts'

/** A zone (polygon): one ring of corners, not closed by a repeated first corner. */
export interface Zone {
  id: ZoneId
  ring: readonly Point[]
}

export interface Bounds {
  south: number
  north: number
  west: number
  east: number
}

const EARTH_METRES = 6_371_008.8
const RADIANS = Math.PI / 180
/** Degrees; a tenth of a millimetre counts as on the border. */
const ON_BORDER = 1e-9

export function boundsOf(ring: readonly Point[]): Bounds {
  const bounds = { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity }
  for (const { lat, long } of ring) {
    bounds.south = Math.min(bounds.south, lat)
    bounds.north = Math.max(bounds.north, lat)
    bounds.west = Math.min(bounds.west, long)
    bounds.east = Math.max(bounds.east, long)
  }
  return bounds
}

/** Ray casting; the border and the corners are inside. */
export function ringContains(ring: readonly Point[], { lat, long }: Point): boolean {
  let isInside = false
  let a = ring.at(-1)
  for (const b of ring) {
    if (a === undefined) return false
    if (isOnSegment(a, b, lat, long)) return true
    const crosses = a.lat > lat !== b.lat > lat
    if (crosses && long < a.long + ((lat - a.lat) * (b.long - a.long)) / (b.lat - a.lat)) isInside = !isInside
    a = b
  }
  return isInside
}

function isOnSegment(a: Point, b: Point, lat: number, long: number): boolean {
  if (lat < Math.min(a.lat, b.lat) - ON_BORDER || lat > Math.max(a.lat, b.lat) + ON_BORDER) return false
  if (long < Math.min(a.long, b.long) - ON_BORDER || long > Math.max(a.long, b.long) + ON_BORDER) return false
  const cross = (b.long - a.long) * (lat - a.lat) - (b.lat - a.lat) * (long - a.long)
  return Math.abs(cross) <= ON_BORDER * Math.max(ON_BORDER, Math.hypot(b.long - a.long, b.lat - a.lat))
}

/** Square metres, on a plane at the ring's middle latitude: within 1 % for anything up to a county. */
export function ringSquareMetres(ring: readonly Point[]): number {
  const { south, north, west } = boundsOf(ring)
  const metresEast = EARTH_METRES * RADIANS * Math.cos(((south + north) / 2) * RADIANS)
  const metresNorth = EARTH_METRES * RADIANS
  let twice = 0
  let a = ring.at(-1)
  for (const b of ring) {
    if (a === undefined) return 0
    twice += (a.long - west) * (b.lat - south) - (b.long - west) * (a.lat - south)
    a = b
  }
  return (Math.abs(twice) / 2) * metresEast * metresNorth
}

/** The ring without its closing corner and without corners repeated in a row. */
export function tidyRing(points: readonly Point[]): Point[] {
  const ring: Point[] = []
  for (const point of points) {
    const before = ring.at(-1)
    if (before === undefined || !isSamePlace(before, point)) ring.push(point)
  }
  const [first] = ring
  const last = ring.at(-1)
  if (ring.length > 1 && first && last && isSamePlace(first, last)) ring.pop()
  return ring
}

function isSamePlace(a: Point, b: Point): boolean {
  return a.lat === b.lat && a.long === b.long
}
