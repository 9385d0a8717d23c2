import type { Point } from '../../kernel/geo.ts'
import type { TrailColumns } from './world.ts'

const MILLIONTHS = 1e6

/** Recorded positions of one driver. Queries in time order advance a cursor over the rows; a jump uses binary search. */
export class Trail {
  readonly #columns: TrailColumns
  readonly #origin: number
  readonly #first: number
  readonly #end: number
  /** The last row not after the previously queried instant; `first - 1` when there is none. */
  #finger: number

  /** `origin`: the world's `from`. */
  constructor(columns: TrailColumns, origin: number, { first, end }: { first: number; end: number }) {
    this.#columns = columns
    this.#origin = origin
    this.#first = first
    this.#end = end
    this.#finger = first - 1
  }

  /** The last row at or before the instant, or null. */
  rowAt(instant: number): number | null {
    const wanted = instant - this.#origin
    const { at } = this.#columns
    const next = at[this.#finger + 1]
    const isAhead = this.#finger + 1 < this.#end && next !== undefined && next <= wanted
    const current = this.#finger >= this.#first ? (at[this.#finger] ?? 0) : Number.NEGATIVE_INFINITY
    if (isAhead || current > wanted) this.#finger = this.#find(wanted)
    return this.#finger >= this.#first ? this.#finger : null
  }

  timeOf(row: number): number {
    return this.#origin + (this.#columns.at[row] ?? 0)
  }

  pointOf(row: number): Point {
    return { lat: (this.#columns.lat[row] ?? 0) / MILLIONTHS, long: (this.#columns.long[row] ?? 0) / MILLIONTHS }
  }

  /** All rows from the first, for readers of the whole day. */
  *rows(): Generator<number> {
    for (let row = this.#first; row < this.#end; row++) yield row
  }

  #find(wanted: number): number {
    const { at } = this.#columns
    let low = this.#first
    let high = this.#end
    // Usually one of the next few rows: galloping search from the cursor, then binary search between the last two.
    if (this.#finger >= this.#first && (at[this.#finger] ?? 0) <= wanted) {
      low = this.#finger + 1
      for (let stride = 1; low + stride < high; stride *= 2) {
        if ((at[low + stride] ?? 0) > wanted) high = low + stride
      }
    }
    while (low < high) {
      const middle = (low + high) >> 1
      if ((at[middle] ?? 0) <= wanted) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
