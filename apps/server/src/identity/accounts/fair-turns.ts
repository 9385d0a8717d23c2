import { Overloaded } from '../../platform/http/problem.ts'

/** A request for a turn. */
export interface Turn {
  /** Known devices and open sessions go before all others. */
  isKnown: boolean
  /** Network, address and account of the turn. The busiest key determines its position in the queue. */
  keys: readonly string[]
}

interface Waiting {
  rank: number
  start(): void
  refuse(): void
}

/** Ranks below the current one have no effect any more and are dropped. */
const MAX_KEYS = 4096

/**
 * Start-time fair queueing: a turn is ranked one behind the last one of each of its keys, and the lowest rank goes first. So 500 attempts
 * of one network or at one account queue behind each other, and a turn with other keys goes second.
 */
class FairQueue {
  readonly #waiting: Waiting[] = []
  readonly #ranks = new Map<string, number>()
  #present = 0

  get size(): number {
    return this.#waiting.length
  }

  push(keys: readonly string[], waiting: Omit<Waiting, 'rank'>): void {
    const rank = 1 + Math.max(this.#present, ...keys.map((key) => this.#ranks.get(key) ?? 0))
    for (const key of keys) this.#ranks.set(key, rank)
    const behind = this.#waiting.findIndex((other) => other.rank > rank)
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, { rank, ...waiting })
    if (this.#ranks.size > MAX_KEYS) this.#forgetPast()
  }

  shift(): Waiting | undefined {
    const next = this.#waiting.shift()
    if (next) this.#present = next.rank
    if (this.#waiting.length === 0) this.#ranks.clear()
    return next
  }

  /** Removes the turn with the highest rank. */
  pop(): Waiting | undefined {
    return this.#waiting.pop()
  }

  #forgetPast(): void {
    for (const [key, rank] of this.#ranks) if (rank <= this.#present) this.#ranks.delete(key)
  }
}

/** Runs a few at a time and queues the others fairly. When too many wait, the one with the highest rank is refused. */
export class FairTurns {
  readonly #limits: { atOnce: number; maxWaiting: number }
  readonly #known = new FairQueue()
  readonly #unknown = new FairQueue()
  #running = 0

  constructor(limits: { atOnce: number; maxWaiting: number }) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#known.size + this.#unknown.size
  }

  /** Throws Overloaded, and whatever `work` throws. */
  async take<T>({ isKnown, keys }: Turn, work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limits.atOnce) await this.#wait(isKnown ? this.#known : this.#unknown, keys)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#known.shift() ?? this.#unknown.shift()
      if (next) next.start()
      else this.#running -= 1
    }
  }

  #wait(queue: FairQueue, keys: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      queue.push(keys, { start: resolve, refuse: () => reject(new Overloaded('password queue is full')) })
      if (this.waiting <= this.#limits.maxWaiting) return
      const last = this.#unknown.pop() ?? this.#known.pop()
      last?.refuse()
    })
  }
}
