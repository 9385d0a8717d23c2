import type { Clock } from '../lifecycle/clock.ts'
import { TooManyRequests } from './problem.ts'

export interface RateLimit {
  max: number
  seconds: number
}

const MAX_KEYS = 50_000

/** Counts attempts per key in a sliding window, in the memory of this process. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #clock: Clock
  readonly #tries = new Map<string, number[]>()

  constructor(limit: RateLimit, clock: Clock) {
    this.#limit = limit
    this.#clock = clock
  }

  /** Throws TooManyRequests when the window is full. The returned function takes the attempt back. */
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

  /** Evicts the least recently used keys; an attacker who fills the map only evicts their own attempts. */
  #freeSpace(): void {
    if (this.#tries.size <= MAX_KEYS) return
    const oldest = this.#tries.keys().next().value
    if (oldest !== undefined) this.#tries.delete(oldest)
  }
}
