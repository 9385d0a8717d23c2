/** Width and height of a cell of the atlas, in CSS pixels. */
export const CELL_PX = 17
const FONT = '600 12px system-ui, "Segoe UI", "Noto Sans", sans-serif'
const RIM_PX = 4

/** Atlas of the letters in call signs, each drawn once: white outline, black fill. */
export class CarLetters {
  readonly #canvas = document.createElement('canvas')
  readonly #cells = new Map<string, { cell: number; width: number }>()
  readonly #ratio: number
  /** Incremented when a letter was added and the texture has to be uploaded again. */
  version = 0

  constructor(ratio: number) {
    this.#ratio = ratio
  }

  get canvas(): HTMLCanvasElement {
    return this.#canvas
  }
  get count(): number {
    return this.#cells.size
  }

  /** Cell and left edge of every letter of a text centred under its car. */
  lay(word: string): { cell: number; x: number }[] {
    const letters = [...word].map((letter) => this.#cells.get(letter) ?? this.#meet(letter))
    let x = -letters.reduce((sum, { width }) => sum + width, 0) / 2
    return letters.map(({ cell, width }) => {
      const left = x - (CELL_PX - width) / 2
      x += width
      return { cell, x: left }
    })
  }

  widthOf(word: string): number {
    return [...word].reduce((sum, letter) => sum + (this.#cells.get(letter)?.width ?? 7), 0)
  }

  #meet(letter: string): { cell: number; width: number } {
    const context = this.#canvas.getContext('2d')
    if (!context) return { cell: 0, width: 7 }
    context.font = FONT
    const met = { cell: this.#cells.size, width: context.measureText(letter).width }
    this.#cells.set(letter, met)
    this.#drawAll(context)
    this.version += 1
    return met
  }

  #drawAll(context: CanvasRenderingContext2D) {
    this.#canvas.width = Math.ceil(this.#cells.size * CELL_PX * this.#ratio)
    this.#canvas.height = CELL_PX * this.#ratio
    context.scale(this.#canvas.width / (this.#cells.size * CELL_PX), this.#ratio)
    Object.assign(context, { font: FONT, textAlign: 'center', textBaseline: 'middle' })
    Object.assign(context, { lineJoin: 'round', lineWidth: RIM_PX, strokeStyle: '#fff', fillStyle: '#000' })
    for (const [letter, { cell }] of this.#cells) {
      const [x, y] = [(cell + 0.5) * CELL_PX, CELL_PX / 2]
      context.strokeText(letter, x, y)
      context.fillText(letter, x, y)
    }
  }
}
