interface Waiting {
  key: string
  start: () => void
}

interface Limits {
  /** The maximum of concurrent holders. */
  max: number
  /** The maximum of concurrent holders with the same key. */
  maxPerKey: number
}

/**
 * A semaphore with a total limit and a limit per key. The others wait in order of arrival, but not behind a key that has reached its own
 * limit.
 */
export class Slots {
  readonly #limits: Limits
  readonly #used = new Map<string, number>()
  #total = 0
  readonly #waiting: Waiting[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Resolves when a slot is free; call the returned function once to release it. */
  async take(key: string): Promise<() => void> {
    if (this.#hasRoom(key)) this.#use(key)
    else await new Promise<void>((start) => this.#waiting.push({ key, start }))
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#giveBack(key)
    }
  }

  #hasRoom(key: string): boolean {
    return this.#total < this.#limits.max && (this.#used.get(key) ?? 0) < this.#limits.maxPerKey
  }

  #use(key: string): void {
    this.#total += 1
    this.#used.set(key, (this.#used.get(key) ?? 0) + 1)
  }

  #giveBack(key: string): void {
    this.#total -= 1
    const left = (this.#used.get(key) ?? 1) - 1
    if (left === 0) this.#used.delete(key)
    else this.#used.set(key, left)
    const next = this.#waiting.findIndex((waiting) => this.#hasRoom(waiting.key))
    const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1)
    if (!waiting) return
    this.#use(waiting.key)
    waiting.start()
  }
}
