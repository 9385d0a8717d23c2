import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Bounds, CityStreet } from './city-map.ts'

/** About a kilometre. */
const MARGIN_DEGREES = 0.01

/** Box of everything a street touches, with a margin, extended street by street. */
export class StreetBounds {
  readonly #box: Bounds = { west: 180, south: 90, east: -180, north: -90 }

  add({ line }: { line: readonly Point[] }): void {
    for (const { lat, long } of line) {
      this.#box.west = Math.min(this.#box.west, long)
      this.#box.east = Math.max(this.#box.east, long)
      this.#box.south = Math.min(this.#box.south, lat)
      this.#box.north = Math.max(this.#box.north, lat)
    }
  }

  box(): Bounds {
    const { west, south, east, north } = this.#box
    return {
      west: west - MARGIN_DEGREES,
      south: south - MARGIN_DEGREES,
      east: east + MARGIN_DEGREES,
      north: north + MARGIN_DEGREES,
    }
  }
}

export function boundsOf(streets: readonly CityStreet[]): Bounds {
  const bounds = new StreetBounds()
  for (const street of streets) bounds.add(street)
  return bounds.box()
}
