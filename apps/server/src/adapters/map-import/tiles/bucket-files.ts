import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Rows are buffered in memory up to so many characters. */
const MAX_WAITING = 2 * 1024 * 1024

/**
 * Rows sorted into files by a key, one JSON line each, so that only the rows of one key are in memory at a time. Keys are short
 * words of letters, digits and dashes.
 */
export class BucketFiles<Row> {
  readonly #folder: string
  readonly #waiting = new Map<string, string[]>()
  readonly #keys = new Set<string>()
  #waitingChars = 0

  constructor(folder: string) {
    fs.mkdirSync(folder, { recursive: true })
    this.#folder = folder
  }

  put(key: string, row: Row): void {
    const line = `${JSON.stringify(row)}\n`
    const lines = this.#waiting.get(key)
    if (lines) lines.push(line)
    else this.#waiting.set(key, [line])
    this.#waitingChars += line.length
    if (this.#waitingChars > MAX_WAITING) this.#flush()
  }

  /** Keys of all buckets, sorted. */
  keys(): string[] {
    this.#flush()
    return [...this.#keys].sort()
  }

  /** The rows of a bucket in the order in which they were added; nothing for an unknown key. */
  *rows(key: string): Generator<Row> {
    this.#flush()
    if (!this.#keys.has(key)) return
    const text = fs.readFileSync(this.#file(key), 'utf8')
    for (let from = 0, to = text.indexOf('\n'); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
      yield JSON.parse(text.slice(from, to)) as Row
    }
  }

  /** Removes the bucket from the disk. */
  drop(key: string): void {
    if (this.#keys.delete(key)) fs.rmSync(this.#file(key))
  }

  #flush(): void {
    for (const [key, lines] of this.#waiting) {
      fs.appendFileSync(this.#file(key), lines.join(''))
      this.#keys.add(key)
    }
    this.#waiting.clear()
    this.#waitingChars = 0
  }

  #file(key: string): string {
    return path.join(this.#folder, key)
  }
}

/** Distributes names over so many buckets; the same name is always in the same one. */
export function bucketOfName(name: string, buckets: number): string {
  return String(createHash('md5').update(name).digest().readUInt32BE(0) % buckets)
}
