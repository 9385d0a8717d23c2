import { FieldErrors } from './errors.ts'
import { isInRomania, type Point } from './geo.ts'
import type { ZoneId } from './ids.ts'

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
/** GAP-16. */
const MOST_SQUARE_METRES = 5_000e6

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

/** Ray casting (GAP-16); the border and the corners are inside. */
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

/** Square metres, on a plane laid at the ring's middle latitude: within 1 % for anything up to a county. */
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

type RingProblem = 'outside_romania' | 'too_few_corners' | 'self_crossing' | 'too_large'

const PROBLEM_TEXTS: Record<RingProblem, string> = {
  outside_romania: 'Toate punctele zonei trebuie să fie în România.',
  too_few_corners: 'Zona trebuie să aibă cel puțin 3 puncte diferite.',
  self_crossing: 'Conturul zonei nu are voie să se intersecteze cu el însuși.',
  too_large: 'Suprafața zonei nu are voie să depășească 5000 km².',
}

/** What is wrong with a tidy ring, the simplest first; null = it can be saved (GAP-16). */
export function ringProblem(ring: readonly Point[]): RingProblem | null {
  if (!ring.every(isInRomania)) return 'outside_romania'
  if (ring.length < 3) return 'too_few_corners'
  if (crossesItself(ring)) return 'self_crossing'
  return ringSquareMetres(ring) > MOST_SQUARE_METRES ? 'too_large' : null
}

/** The tidy ring of a drawn zone, or `FieldErrors` on `paths`. */
export function validRing(points: readonly Point[]): Point[] {
  const ring = tidyRing(points)
  const problem = ringProblem(ring)
  if (problem !== null) throw new FieldErrors({ paths: [PROBLEM_TEXTS[problem]] })
  return ring
}

interface Side {
  index: number
  a: Point
  b: Point
}

/** Do two sides meet anywhere but in the corner they share? Sides are swept from west to east. */
function crossesItself(ring: readonly Point[]): boolean {
  const sides = ring
    .map((a, index): Side => ({ index, a, b: ring[(index + 1) % ring.length] ?? a }))
    .sort((s, t) => Math.min(s.a.long, s.b.long) - Math.min(t.a.long, t.b.long))
  for (const [i, side] of sides.entries()) {
    const east = Math.max(side.a.long, side.b.long)
    for (let j = i + 1; j < sides.length; j++) {
      const other = sides[j]
      if (other === undefined || Math.min(other.a.long, other.b.long) > east) break
      if (sidesClash(side, other, ring.length)) return true
    }
  }
  return false
}

function sidesClash(s: Side, t: Side, corners: number): boolean {
  if ((s.index + 1) % corners === t.index) return foldsBack(s.a, s.b, t.b)
  if ((t.index + 1) % corners === s.index) return foldsBack(t.a, t.b, s.b)
  return segmentsMeet(s.a, s.b, t.a, t.b)
}

/** Neighbours share a corner; they clash only when the second runs back over the first. */
function foldsBack(a: Point, corner: Point, b: Point): boolean {
  const isStraight = turn(a, corner, b) === 0
  const ahead = (corner.lat - a.lat) * (b.lat - corner.lat) + (corner.long - a.long) * (b.long - corner.long)
  return isStraight && ahead < 0
}

function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}

/** Left 1, right -1, straight 0. */
function turn(a: Point, b: Point, c: Point): number {
  return Math.sign((b.long - a.long) * (c.lat - a.lat) - (b.lat - a.lat) * (c.long - a.long))
}

function isBetween(a: Point, b: Point, p: Point): boolean {
  return (
    p.lat >= Math.min(a.lat, b.lat) &&
    p.lat <= Math.max(a.lat, b.lat) &&
    p.long >= Math.min(a.long, b.long) &&
    p.long <= Math.max(a.long, b.long)
  )
}
