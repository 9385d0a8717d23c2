import type { Clock } from '../clock.ts'
import { TooManyRequests } from './problem.ts'

export interface RateLimit {
  max: number
  seconds: number
}

const MAX_KEYS = 50_000

/** Counts tries per key in a sliding window, in this node's memory. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #clock: Clock
  readonly #tries = new Map<string, number[]>()

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  /** Throws TooManyRequests when the window is full. The returned function takes the try back. */
  take(key: string): () => void {
    const now = this.#clock.elapsedMs()
    const span = this.#limit.seconds * 1000
    const recent = (this.#tries.get(key) ?? []).filter((at) => at > now - span)
    const [oldest] = recent
    if (oldest !== undefined && recent.length >= this.#limit.max) {
      throw new TooManyRequests(Math.max(1, Math.ceil((oldest + span - now) / 1000)))
    }
    recent.push(now)
    this.#tries.delete(key)
    this.#tries.set(key, recent)
    this.#freeSpace()
    return () => {
      const left = this.#tries.get(key)
      const place = left?.indexOf(now) ?? -1
      if (left && place >= 0) left.splice(place, 1)
      if (left?.length === 0) this.#tries.delete(key)
    }
  }

  /** Keys nobody used for longest go first; an attacker who fills the map only forgets his own tries. */
  #freeSpace(): void {
    if (this.#tries.size <= MAX_KEYS) return
    const oldest = this.#tries.keys().next().value
    if (oldest !== undefined) this.#tries.delete(oldest)
  }
}
