/** A read of this size takes some ten milliseconds of the database. */
const MAX_KEYS = 250
/** With several reads, a silent connection blocks only the keys of its own read. */
const MAX_READS = 4
/** A burst of keys costs at most one read per interval. */
const SPACING_MS = 10

interface Waiting<Key, Value> {
  key: Key
  resolve(value: Value | undefined): void
  reject(error: unknown): void
}

/**
 * Batches look-ups: the first key is read at once, those that arrive within the next 10 ms or while four reads run are read together. After
 * a restart thousands of phones look up their own row; a statement for each would occupy the whole pool. A result is never older than its
 * request. A failed read fails for all its keys.
 */
export class ReadTogether<Key, Value> {
  readonly #read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>
  readonly #waiting: Waiting<Key, Value>[] = []
  #reads = 0
  #begunAt = Number.NEGATIVE_INFINITY
  #isScheduled = false

  constructor(read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>) {
    this.#read = read
  }

  /** Resolves to undefined when the read found nothing for the key. */
  of(key: Key): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#reads === MAX_READS || this.#waiting.length === 0) return
    const waitMs = this.#begunAt + SPACING_MS - performance.now()
    if (waitMs <= 0) {
      this.#begin()
      return
    }
    this.#isScheduled = true
    setTimeout(() => {
      this.#isScheduled = false
      this.#begin()
    }, waitMs)
  }

  #begin(): void {
    this.#begunAt = performance.now()
    this.#reads += 1
    void this.#answer(this.#waiting.splice(0, MAX_KEYS)).finally(() => {
      this.#reads -= 1
      this.#schedule()
    })
    this.#schedule()
  }

  async #answer(group: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const found = await this.#read(group.map(({ key }) => key))
      for (const { key, resolve } of group) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
}
