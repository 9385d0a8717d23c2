/** So many at once; the others wait in the order they came. */
export class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#free = most
  }

  /** Resolves when a slot is free; what it gives must be called once, to give the slot back. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}
