import type { Point } from '../kernel/geo.ts'
import type { ZoneId } from '../kernel/ids.ts'
import { type Flat, METRES_PER_DEGREE, metresToBorder, metresToSide, Plane, type Side } from '../kernel/plane.ts'
import { type Bounds, boundsOf, type Zone } from './zone.ts'

/** Maximum gap between the borders of neighbouring zones. */
export const NEAR_ZONE_GAP_M = 200
/** Maximum distance at which a zone counts as near to a point in no zone. */
export const NEAREST_ZONE_METRES = 5000

interface Outline {
  id: ZoneId
  ring: readonly Point[]
  bounds: Bounds
}

/**
 * Neighbours of each zone, and the nearest zone to a point outside all of them. Computed once per set of zones, so that a search only looks
 * it up; distances are between borders, so a zone deep inside another is not its neighbour.
 */
export class ZoneNeighbours {
  readonly #outlines: readonly Outline[]
  readonly #near = new Map<ZoneId, ZoneId[]>()

  constructor(zones: readonly Zone[]) {
    this.#outlines = zones
      .filter(({ ring }) => ring.length > 0)
      .map(({ id, ring }) => ({ id, ring, bounds: boundsOf(ring) }))
      .sort((a, b) => a.id - b.id)
    for (const { id } of this.#outlines) this.#near.set(id, [])
    for (const [index, a] of this.#outlines.entries()) {
      for (const b of this.#outlines.slice(index + 1)) {
        if (!areNeighbours(a, b)) continue
        this.#near.get(a.id)?.push(b.id)
        this.#near.get(b.id)?.push(a.id)
      }
    }
  }

  /** Zones whose border is at most 200 m from this one's, ids ascending, itself left out; none for an unknown zone. */
  of(zoneId: ZoneId): readonly ZoneId[] {
    return this.#near.get(zoneId) ?? []
  }

  /** The zone whose border is nearest to the point and at most 5000 m away, the lowest id of equals; else null. */
  nearestTo(point: Point): ZoneId | null {
    const plane = new Plane(point.lat)
    const here = plane.flat(point)
    let nearest: ZoneId | null = null
    let min = NEAREST_ZONE_METRES
    for (const { id, ring, bounds } of this.#outlines) {
      if (!isWithin(widened(bounds, min), point)) continue
      const metres = metresToBorder(here, plane.sides(ring))
      if (metres > min || (metres === min && nearest !== null)) continue
      nearest = id
      min = metres
    }
    return nearest
  }
}

function areNeighbours(a: Outline, b: Outline): boolean {
  if (!overlap(widened(a.bounds, NEAR_ZONE_GAP_M), b.bounds)) return false
  const plane = new Plane((a.bounds.south + a.bounds.north + b.bounds.south + b.bounds.north) / 4)
  // Most sides of two neighbours are far from each other: only those that face the other zone are compared.
  const facing = (ring: readonly Point[], other: Bounds) => {
    const box = flatBounds(plane, widened(other, NEAR_ZONE_GAP_M))
    return plane.sides(ring).filter((side) => sideTouches(side, box))
  }
  const theirs = facing(b.ring, a.bounds)
  return facing(a.ring, b.bounds).some((side) =>
    theirs.some((other) => metresBetweenSides(side, other) <= NEAR_ZONE_GAP_M),
  )
}

function metresBetweenSides(s: Side, t: Side): number {
  if (doCross(s, t)) return 0
  const [a, b] = s
  const [c, d] = t
  return Math.min(metresToSide(a, t), metresToSide(b, t), metresToSide(c, s), metresToSide(d, s))
}

function doCross([a, b]: Side, [c, d]: Side): boolean {
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
}

function turn(a: Flat, b: Flat, c: Flat): number {
  return Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
}

/** The bounds, at least this many metres wider on every side. */
function widened({ south, north, west, east }: Bounds, metres: number): Bounds {
  const lat = metres / METRES_PER_DEGREE
  const long = lat / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  return { south: south - lat, north: north + lat, west: west - 1.01 * long, east: east + 1.01 * long }
}

function flatBounds(plane: Plane, { south, north, west, east }: Bounds): Side {
  return [plane.flat({ lat: south, long: west }), plane.flat({ lat: north, long: east })]
}

function sideTouches([a, b]: Side, [min, max]: Side): boolean {
  return (
    Math.max(a[0], b[0]) >= min[0] &&
    Math.min(a[0], b[0]) <= max[0] &&
    Math.max(a[1], b[1]) >= min[1] &&
    Math.min(a[1], b[1]) <= max[1]
  )
}

function overlap(a: Bounds, b: Bounds): boolean {
  return a.south <= b.north && b.south <= a.north && a.west <= b.east && b.west <= a.east
}

function isWithin({ south, north, west, east }: Bounds, { lat, long }: Point): boolean {
  return lat >= south && lat <= north && long >= west && long <= east
}
