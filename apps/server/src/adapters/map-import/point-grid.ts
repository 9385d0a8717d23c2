import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'

/** Columns are numbered over the whole globe, so that a cell is one number. */
const COLUMNS = 2 ** 20

/** Finds items near a point. */
export class PointGrid<Thing> {
  readonly #cells = new Map<number, { at: Point; thing: Thing }[]>()
  readonly #latDegrees: number
  readonly #longDegrees: number
  readonly #reachMetres: number

  /** `reachMetres` is the largest distance of any query. */
  constructor(reachMetres: number) {
    this.#reachMetres = reachMetres
    this.#latDegrees = reachMetres / 110_000
    // Up to 60 degrees north a degree of longitude is at least half as long as one of latitude.
    this.#longDegrees = reachMetres / 55_000
  }

  add(at: Point, thing: Thing): void {
    const key = this.#keyOf(at, 0, 0)
    const cell = this.#cells.get(key)
    if (cell) cell.push({ at, thing })
    else this.#cells.set(key, [{ at, thing }])
  }

  /** The nearest within `metres`, null where there is none. */
  nearest(point: Point, metres: number = this.#reachMetres): Thing | null {
    let best: Thing | null = null
    let bestMetres = metres
    for (const { at, thing } of this.around(point)) {
      const away = metresBetween(at, point)
      if (away > bestMetres) continue
      best = thing
      bestMetres = away
    }
    return best
  }

  /** Everything that may be within the reach, and some items beyond it. */
  *around(point: Point): Generator<{ at: Point; thing: Thing }> {
    for (let dLat = -1; dLat <= 1; dLat++) {
      for (let dLong = -1; dLong <= 1; dLong++) {
        yield* this.#cells.get(this.#keyOf(point, dLat, dLong)) ?? []
      }
    }
  }

  #keyOf({ lat, long }: Point, dLat: number, dLong: number): number {
    return (Math.floor(lat / this.#latDegrees) + dLat) * COLUMNS + Math.floor(long / this.#longDegrees) + dLong
  }
}
