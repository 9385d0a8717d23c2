/** Some ten milliseconds of the database. */
const MAX_KEYS = 250
/** A connection that is silent keeps only those waiting whom its read is for. */
const MAX_READS = 4
/** A burst of questions costs one read per this long at the most. */
const SPACING_MS = 10

interface Waiting<Key, Value> {
  key: Key
  resolve(value: Value | undefined): void
  reject(error: unknown): void
}

/**
 * The first question is read at once, and who asks within the next 10 ms, or while four reads are under way, is read together. After a
 * restart thousands of phones ask the same of themselves; a statement for each would keep every connection of the pool from the rest. An
 * answer is never older than its question. A read that fails, fails for all it was made for.
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

  /** undefined: the read found nothing for the key. */
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
