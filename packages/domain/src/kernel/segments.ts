import type { Point } from './geo.ts'

/** True when two segments meet anywhere, ends included. */
export function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
  if (abc !== abd && cda !== cdb) return true
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  )
}

/** Meeting point of two segments that meet; of two that overlap, an end that lies on both. */
export function meetingPoint(a: Point, b: Point, c: Point, d: Point): Point {
  const along = partAlong(a, b, c, d)
  if (along !== null) return between(a, b, along)
  return [a, b, c, d].find((end) => isBetween(a, b, end) && isBetween(c, d, end)) ?? a
}

/** Position along a–b where its line meets the line of c–d, 0 at a and 1 at b; null when they are parallel. */
export function partAlong(a: Point, b: Point, c: Point, d: Point): number | null {
  const cross = (b.long - a.long) * (d.lat - c.lat) - (b.lat - a.lat) * (d.long - c.long)
  if (cross === 0) return null
  return ((c.long - a.long) * (d.lat - c.lat) - (c.lat - a.lat) * (d.long - c.long)) / cross
}

export function between(a: Point, b: Point, part: number): Point {
  return { lat: a.lat + (b.lat - a.lat) * part, long: a.long + (b.long - a.long) * part }
}

/** Left 1, right -1, straight 0. */
export function turn(a: Point, b: Point, c: Point): number {
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
