import type { Point } from '../kernel/geo.ts'
import type { StandId } from '../kernel/ids.ts'
import { nearestStand, type Stand } from './stand.ts'

/** Degrees, some 550 by 390 m: a usual stand lies in one to four cells, and most cells hold none. */
const CELL = 0.005
const COLUMNS = 8192
const METRES_PER_DEGREE = 6_371_008.8 * (Math.PI / 180)

/** Spatial index of one company's stands: a car near none costs one map lookup. Immutable. */
export class StandIndex<S extends Stand> {
  readonly #cells = new Map<number, S[]>()
  readonly #byId = new Map<StandId, S>()

  constructor(stands: readonly S[]) {
    for (const stand of stands) {
      this.#byId.set(stand.standId, stand)
      for (const cell of cellsOf(stand)) {
        const others = this.#cells.get(cell)
        if (others) others.push(stand)
        else this.#cells.set(cell, [stand])
      }
    }
  }

  get stands(): Iterable<S> {
    return this.#byId.values()
  }

  /** The nearest stand whose radius contains the point; see `nearestStand`. */
  at(point: Point): S | null {
    const stands = this.#cells.get(cellOf(rowOf(point.lat), rowOf(point.long)))
    return stands === undefined ? null : nearestStand(stands, point)
  }

  standOf(standId: StandId): S | undefined {
    return this.#byId.get(standId)
  }
}

function* cellsOf({ point: { lat, long }, radiusMetres }: Stand): Generator<number> {
  // One metre more, because distances are rounded to the metre.
  const north = (radiusMetres + 1) / METRES_PER_DEGREE
  const east = north / Math.cos((Math.abs(lat) + north) * (Math.PI / 180))
  for (let row = rowOf(lat - north); row <= rowOf(lat + north); row++) {
    for (let column = rowOf(long - east); column <= rowOf(long + east); column++) yield cellOf(row, column)
  }
}

function rowOf(degrees: number): number {
  return Math.floor(degrees / CELL)
}

/** Two cells with the same number only cost a distance check of a stand too far away. */
function cellOf(row: number, column: number): number {
  return row * COLUMNS + column
}
