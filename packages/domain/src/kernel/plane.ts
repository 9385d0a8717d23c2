import type { Point } from './geo.ts'

export const METRES_PER_DEGREE = 6_371_008.8 * (Math.PI / 180)

/** Metres east and north of a fixed corner. */
export type Flat = readonly [east: number, north: number]
export type Side = readonly [from: Flat, to: Flat]

/** A plane projected at one latitude: exact to a few metres over a county, so distances are plain Euclidean geometry. */
export class Plane {
  readonly #metresEast: number

  constructor(lat: number) {
    this.#metresEast = METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  }

  flat({ lat, long }: Point): Flat {
    return [long * this.#metresEast, lat * METRES_PER_DEGREE]
  }

  sides(ring: readonly Point[]): Side[] {
    const corners = ring.map((corner) => this.flat(corner))
    return corners.map((corner, index): Side => [corner, corners[(index + 1) % corners.length] ?? corner])
  }
}

export function metresToBorder(here: Flat, sides: readonly Side[]): number {
  return sides.reduce((min, side) => Math.min(min, metresToSide(here, side)), Number.POSITIVE_INFINITY)
}

export function metresToSide([east, north]: Flat, [a, b]: Side): number {
  const [toEast, toNorth] = [b[0] - a[0], b[1] - a[1]]
  const length = toEast * toEast + toNorth * toNorth
  const along = length === 0 ? 0 : ((east - a[0]) * toEast + (north - a[1]) * toNorth) / length
  const part = Math.min(1, Math.max(0, along))
  return Math.hypot(east - a[0] - part * toEast, north - a[1] - part * toNorth)
}
