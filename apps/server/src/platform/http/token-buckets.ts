import { TooManyRequests } from './problem.ts'

interface BucketLimit {
  burst: number
  perSecond: number
}

interface Bucket {
  tokens: number
  at: number
}

const MAX_KEYS = 50_000

/** One token bucket per key, in the memory of this process. */
export class TokenBuckets {
  readonly #limit: BucketLimit
  readonly #monotonicMs: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: BucketLimit, monotonicMs: () => number) {
    this.#limit = limit
    this.#monotonicMs = monotonicMs
  }

  /** Throws TooManyRequests when the bucket of the key holds fewer tokens than `cost`. */
  take(key: string, cost: number): void {
    const { burst, perSecond } = this.#limit
    const now = this.#monotonicMs()
    const known = this.#buckets.get(key)
    const tokens = known ? Math.min(burst, known.tokens + ((now - known.at) / 1000) * perSecond) : burst
    const isEnough = tokens >= cost
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: isEnough ? tokens - cost : tokens, at: now })
    this.#freeSpace()
    if (!isEnough) throw new TooManyRequests(Math.max(1, Math.ceil((cost - tokens) / perSecond)))
  }

  /** Evicts the least recently used key: its bucket is the fullest. */
  #freeSpace(): void {
    if (this.#buckets.size <= MAX_KEYS) return
    const oldest = this.#buckets.keys().next().value
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}
