/** One call sign is as high as this, in pixels; the next may begin right below it. */
export const LINE_PX = 13
/** Cars on one spot, as at a stand, write their signs one below the other. */
const LINES = 4
const COLUMN_PX = 8
const COLUMNS = 10_000

interface Sign {
  /** The middle of the sign's first line below its car. */
  x: number
  y: number
  width: number
}

/** Where call signs are written already: each new one goes to the first line below its car that none of them touches. */
export class LabelLines {
  /** Row and column of the view → how far down the signs there begin. */
  readonly #tops = new Map<number, number[]>()

  /** The line that is taken now; null when all are full. */
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
        // A pixel less: the line below a sign is free whatever its fractions of a pixel say.
        const tops = this.#tops.get(near * COLUMNS + column)
        if (tops?.some((other) => Math.abs(other - top) < LINE_PX - 1)) return true
      }
    }
    return false
  }
}
