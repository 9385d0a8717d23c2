import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { CityStreet } from './city-map.ts'
import { PointGrid } from './point-grid.ts'

const MAX_METRES = 150

/** Finds the street beside a point by its line's samples. */
export class StreetGrid {
  readonly #grid = new PointGrid<CityStreet>(MAX_METRES)

  constructor(streets: CityStreet[]) {
    for (const street of streets) for (const at of street.line) this.#grid.add(at, street)
  }

  /** The nearest street within `metres` (at most 150), or null. */
  nearest(point: Point, metres: number): CityStreet | null {
    return this.#grid.nearest(point, metres)
  }
}

/** Points along a line, at most `metres` apart. */
export function samplesOf(points: readonly Point[], metres: number): Point[] {
  const samples: Point[] = []
  points.forEach((point, i) => {
    const before = points[i - 1]
    const steps = before ? Math.max(1, Math.ceil(metresBetween(before, point) / metres)) : 1
    for (let step = 1; step < steps; step++) {
      if (before) samples.push(between(before, point, step / steps))
    }
    samples.push({ lat: point.lat, long: point.long })
  })
  return samples
}

export function between(a: Point, b: Point, share: number): Point {
  return { lat: a.lat + (b.lat - a.lat) * share, long: a.long + (b.long - a.long) * share }
}

/** The point nearest to the mean of the set, so that it lies on the street even where the street bends. */
export function middleOf(points: readonly Point[]): Point {
  const mean = {
    lat: points.reduce((sum, p) => sum + p.lat, 0) / points.length,
    long: points.reduce((sum, p) => sum + p.long, 0) / points.length,
  }
  const first = points[0] ?? mean
  return points.reduce((best, p) => (metresBetween(p, mean) < metresBetween(best, mean) ? p : best), first)
}
