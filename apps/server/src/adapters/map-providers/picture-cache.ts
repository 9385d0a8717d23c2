/** Caches pictures in memory; the least recently used ones are removed when their bytes exceed the maximum. */
export class PictureCache {
  readonly #kept = new Map<string, { picture: Buffer; until: number }>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** `at` and `until` in milliseconds of one clock. */
  get(key: string, at: number): Buffer | undefined {
    const found = this.#kept.get(key)
    if (!found) return undefined
    this.#remove(key)
    if (found.until <= at) return undefined
    this.#add(key, found.picture, found.until)
    return found.picture
  }

  set(key: string, picture: Buffer, until: number): void {
    this.#remove(key)
    if (picture.length > this.#maxBytes) return
    this.#add(key, picture, until)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #add(key: string, picture: Buffer, until: number): void {
    this.#kept.set(key, { picture, until })
    this.#bytes += picture.length
  }

  #remove(key: string): void {
    const gone = this.#kept.get(key)
    if (!gone) return
    this.#kept.delete(key)
    this.#bytes -= gone.picture.length
  }
}
