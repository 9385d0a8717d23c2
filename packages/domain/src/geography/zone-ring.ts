import { FieldErrors } from '../kernel/errors.ts'
import { isAroundRomania, type Point } from '../kernel/geo.ts'
import { meetingPoint, segmentsMeet, turn } from '../kernel/segments.ts'
import { isInRomania } from './romania.ts'
import { ringSquareMetres, tidyRing } from './zone.ts'

/** Limits of a zone: letters of its name, points of its outline, square metres. */
export const ZONE_LIMITS = {
  nameLetters: 60,
  points: 2000,
  minSquareMetres: 100,
  maxSquareMetres: 5_000e6,
} as const

/** '#rrggbb', lower case. */
export const ZONE_COLOUR = /^#[0-9a-f]{6}$/

/** Two sides that meet where they should not; a side is numbered by the point it starts from, 0 first. */
interface Crossing {
  sides: readonly [number, number]
  at: Point
}

export type RingFault =
  | { kind: 'too_few_points' }
  | { kind: 'too_many_points'; points: number }
  /** Latitude and longitude are swapped: swapped back, every point is in Romania. */
  | { kind: 'swapped' }
  /** Indices of the points outside, from 0. */
  | { kind: 'outside_romania'; points: readonly number[] }
  | { kind: 'self_crossing'; crossings: readonly Crossing[] }
  | { kind: 'too_small' }
  | { kind: 'too_large'; squareMetres: number }

const MAX_CROSSINGS_NAMED = 5
const MAX_POINTS_NAMED = 5

/** Fault of a tidy ring, the simplest first; null = it can be saved. */
export function ringFault(ring: readonly Point[]): RingFault | null {
  if (ring.length > ZONE_LIMITS.points) return { kind: 'too_many_points', points: ring.length }
  if (looksSwapped(ring)) return { kind: 'swapped' }
  const outside = ring.flatMap((point, index) => (isInRomania(point) ? [] : [index]))
  if (outside.length > 0) return { kind: 'outside_romania', points: outside }
  if (new Set(ring.map(({ lat, long }) => `${lat} ${long}`)).size < 3) return { kind: 'too_few_points' }
  const crossings = crossingsOf(ring)
  if (crossings.length > 0) return { kind: 'self_crossing', crossings }
  const squareMetres = ringSquareMetres(ring)
  if (squareMetres < ZONE_LIMITS.minSquareMetres) return { kind: 'too_small' }
  return squareMetres > ZONE_LIMITS.maxSquareMetres ? { kind: 'too_large', squareMetres } : null
}

/** Error message of a fault; points and sides are counted from 1, as in the list of points. */
export function ringFaultText(fault: RingFault, points: number): string {
  switch (fault.kind) {
    case 'too_few_points':
      return 'Zona trebuie să aibă cel puțin 3 puncte diferite.'
    case 'too_many_points':
      return `Zona are ${fault.points} puncte; cel mult ${ZONE_LIMITS.points}.`
    case 'swapped':
      return 'Latitudinea și longitudinea sunt inversate.'
    case 'outside_romania':
      return `Toate punctele zonei trebuie să fie în România; în afară: ${listed(fault.points)}.`
    case 'self_crossing':
      return `Conturul nu are voie să se intersecteze cu el însuși: ${fault.crossings
        .map(({ sides: [a, b] }) => `latura ${sideName(a, points)} cu latura ${sideName(b, points)}`)
        .join('; ')}.`
    case 'too_small':
      return `Suprafața zonei trebuie să fie de cel puțin ${ZONE_LIMITS.minSquareMetres} m².`
    case 'too_large':
      return `Suprafața zonei nu are voie să depășească ${ZONE_LIMITS.maxSquareMetres / 1e6} km².`
  }
}

/** The tidy ring of a drawn zone, or `FieldErrors` on `paths`. */
export function validRing(points: readonly Point[]): Point[] {
  const ring = tidyRing(points)
  const fault = ringFault(ring)
  if (fault !== null) throw new FieldErrors({ paths: [ringFaultText(fault, ring.length)] })
  return ring
}

/** The ring with latitude and longitude swapped. */
export function turnedRing(ring: readonly Point[]): Point[] {
  return ring.map(({ lat, long }) => ({ lat: long, long: lat }))
}

/** Latitudes and longitudes around Romania have no value in common, so that swapped points are unambiguous. */
function looksSwapped(ring: readonly Point[]): boolean {
  return ring.length > 0 && turnedRing(ring).every(isAroundRomania)
}

function listed(points: readonly number[]): string {
  const named = points.slice(0, MAX_POINTS_NAMED).map((index) => index + 1)
  const more = points.length > named.length ? '…' : ''
  return `${points.length === 1 ? 'punctul' : 'punctele'} ${named.join(', ')}${more}`
}

function sideName(index: number, points: number): string {
  return `${index + 1}–${((index + 1) % points) + 1}`
}

interface Side {
  index: number
  a: Point
  b: Point
}

/** Crossings of sides anywhere but in their shared corner, touching included; at most five. Sweeps from west to east. */
function crossingsOf(ring: readonly Point[]): Crossing[] {
  const sides = ring
    .map((a, index): Side => ({ index, a, b: ring[(index + 1) % ring.length] ?? a }))
    .sort((s, t) => Math.min(s.a.long, s.b.long) - Math.min(t.a.long, t.b.long))
  const found: Crossing[] = []
  for (const [i, side] of sides.entries()) {
    const east = Math.max(side.a.long, side.b.long)
    for (let j = i + 1; j < sides.length; j++) {
      const other = sides[j]
      if (other === undefined || Math.min(other.a.long, other.b.long) > east) break
      const at = clashOf(side, other, ring.length)
      if (at === null) continue
      const [min, max] = side.index < other.index ? [side.index, other.index] : [other.index, side.index]
      found.push({ sides: [min, max], at })
      if (found.length === MAX_CROSSINGS_NAMED) return inOrder(found)
    }
  }
  return inOrder(found)
}

function inOrder(crossings: Crossing[]): Crossing[] {
  return crossings.sort((s, t) => s.sides[0] - t.sides[0] || s.sides[1] - t.sides[1])
}

function clashOf(s: Side, t: Side, corners: number): Point | null {
  if ((s.index + 1) % corners === t.index) return foldsBack(s.a, s.b, t.b) ? s.b : null
  if ((t.index + 1) % corners === s.index) return foldsBack(t.a, t.b, s.b) ? t.b : null
  return segmentsMeet(s.a, s.b, t.a, t.b) ? meetingPoint(s.a, s.b, t.a, t.b) : null
}

/** Adjacent sides share a corner; they clash only when the second runs back over the first. */
function foldsBack(a: Point, corner: Point, b: Point): boolean {
  const isStraight = turn(a, corner, b) === 0
  const ahead = (corner.lat - a.lat) * (b.lat - corner.lat) + (corner.long - a.long) * (b.long - corner.long)
  return isStraight && ahead < 0
}
