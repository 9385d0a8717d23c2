import type { Point } from '@dispecerat/domain/kernel/geo'

const EARTH_METRES = 6_371_008.8
const RADIANS = Math.PI / 180
export const METRES_PER_DEGREE = EARTH_METRES * RADIANS

/** Like the domain's distance function, but not rounded: a street is the sum of a hundred short pieces. */
export function exactMetres(a: Point, b: Point): number {
  const halfLat = ((b.lat - a.lat) * RADIANS) / 2
  const halfLong = ((b.long - a.long) * RADIANS) / 2
  const s = Math.sin(halfLat) ** 2 + Math.cos(a.lat * RADIANS) * Math.cos(b.lat * RADIANS) * Math.sin(halfLong) ** 2
  return 2 * EARTH_METRES * Math.asin(Math.min(1, Math.sqrt(s)))
}
