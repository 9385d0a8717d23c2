/** Height of a call sign in pixels; the next line begins right below it. */
export const LINE_PX = 13
/** Maximum number of lines of call signs for cars on one spot, as at a stand. */
const LINES = 4
const COLUMN_PX = 8
const COLUMNS = 10_000

interface Sign {
  /** The middle of the first line below its car. */
  x: number
  y: number
  width: number
}

/** Occupied lines of call signs: each new one gets the first line below its car that overlaps none. */
export class LabelLines {
  /** Row and column of the view → tops of the call signs in it. */
  readonly #tops = new Map<number, number[]>()

  /** Reserves a line and returns it; null when all are occupied. */
  take({ x, y, width }: Sign): number | null {
    const from = Math.floor((x - width / 2) / COLUMN_PX)
    const to = Math.floor((x + width / 2) / COLUMN_PX)
    for (let line = 0; line < LINES; line++) {
      const top = y + line * LINE_PX
      if (this.#isTouched(top, from, to)) continue
      const row = Math.floor(top / LINE_PX)
      for (let column = from; column <= to; column++) {
        const cell = row * COLUMNS + column
        const tops = this.#tops.get(cell)
        if (tops) tops.push(top)
        else this.#tops.set(cell, [top])
      }
      return line
    }
    return null
  }

  #isTouched(top: number, from: number, to: number): boolean {
    const row = Math.floor(top / LINE_PX)
    for (let near = row - 1; near <= row + 1; near++) {
      for (let column = from; column <= to; column++) {
        /* One pixel less, so that rounding does not make the next line overlap. */
        const tops = this.#tops.get(near * COLUMNS + column)
        if (tops?.some((other) => Math.abs(other - top) < LINE_PX - 1)) return true
      }
    }
    return false
  }
}
