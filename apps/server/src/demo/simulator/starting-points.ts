import { boundsOf, ringContains } from '@dispecerat/domain/geography/zone'
import type { Point } from '@dispecerat/domain/kernel/geo'

/** Area in which new drivers are placed. */
export type StartArea = { ring: readonly Point[] } | { centre: Point; metres: number }

const METRES_PER_DEGREE = 111_195
/** Attempts to hit a thin zone before its first corner is used. */
const MAX_THROWS = 200

/** `count` points inside the area; `random` returns 0 ≤ x < 1. */
export function startingPoints(area: StartArea, count: number, random: () => number): Point[] {
  return Array.from({ length: count }, () =>
    'ring' in area ? insideRing(area.ring, random) : around(area.centre, area.metres, random),
  )
}

function insideRing(ring: readonly Point[], random: () => number): Point {
  const { south, north, west, east } = boundsOf(ring)
  for (let thrown = 0; thrown < MAX_THROWS; thrown++) {
    const point = { lat: south + random() * (north - south), long: west + random() * (east - west) }
    if (ringContains(ring, point)) return point
  }
  return ring[0] ?? { lat: south, long: west }
}

/** The square root distributes the points evenly over the disc; without it they would crowd at the centre. */
function around({ lat, long }: Point, metres: number, random: () => number): Point {
  const away = (Math.sqrt(random()) * metres) / METRES_PER_DEGREE
  const angle = random() * 2 * Math.PI
  return {
    lat: lat + away * Math.cos(angle),
    long: long + (away * Math.sin(angle)) / Math.cos((lat * Math.PI) / 180),
  }
}
