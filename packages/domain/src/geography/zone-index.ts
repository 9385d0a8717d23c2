import type { Point } from '../kernel/geo.ts'
import type { ZoneId } from '../kernel/ids.ts'
import { type Bounds, boundsOf, ringContains, ringSquareMetres, type Zone } from './zone.ts'

/** Cells per side of the index; a city's 300 zones leave about a handful per cell. */
const CELLS = 64

interface IndexedZone extends Zone {
  bounds: Bounds
  squareMetres: number
}

/**
 * Finds the zone of a point, for many points: a coarse raster over all zones, each cell with the zones that may lie in it, smallest first.
 * Built once per set of zones; immutable.
 */
export class ZoneIndex {
  readonly #bounds: Bounds
  readonly #cells: (readonly IndexedZone[] | undefined)[]

  constructor(zones: readonly Zone[]) {
    const indexed = zones
      .filter(({ ring }) => ring.length >= 3)
      .map((zone) => ({ ...zone, bounds: boundsOf(zone.ring), squareMetres: ringSquareMetres(zone.ring) }))
      .sort((a, b) => a.squareMetres - b.squareMetres || a.id - b.id)
    this.#bounds = boundsOf(indexed.flatMap((zone) => zone.ring))
    this.#cells = this.#raster(indexed)
  }

  /** The smallest zone by area that contains the point, the lowest id of equals; null when in none. */
  zoneAt(point: Point): ZoneId | null {
    const row = this.#row(point.lat)
    const column = this.#column(point.long)
    if (!(row >= 0 && row < CELLS && column >= 0 && column < CELLS)) return null
    for (const { id, ring, bounds } of this.#cells[row * CELLS + column] ?? []) {
      if (isWithin(bounds, point) && ringContains(ring, point)) return id
    }
    return null
  }

  #raster(smallestFirst: readonly IndexedZone[]): (readonly IndexedZone[] | undefined)[] {
    const cells: IndexedZone[][] = []
    for (const zone of smallestFirst) {
      const { south, north, west, east } = zone.bounds
      for (let row = this.#row(south); row <= this.#row(north); row++) {
        for (let column = this.#column(west); column <= this.#column(east); column++) {
          const cell = row * CELLS + column
          const zones = cells[cell]
          if (zones) zones.push(zone)
          else cells[cell] = [zone]
        }
      }
    }
    return cells
  }

  /** The far edges belong to the last cell; NaN and anything outside are in no cell. */
  #row(lat: number): number {
    return cellOf(lat, this.#bounds.south, this.#bounds.north)
  }

  #column(long: number): number {
    return cellOf(long, this.#bounds.west, this.#bounds.east)
  }
}

function cellOf(value: number, from: number, to: number): number {
  return value === to ? CELLS - 1 : Math.floor(((value - from) / (to - from)) * CELLS)
}

function isWithin({ south, north, west, east }: Bounds, { lat, long }: Point): boolean {
  return lat >= south && lat <= north && long >= west && long <= east
}
