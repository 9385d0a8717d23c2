import { Overloaded } from '../http/problem.ts'

/** Whose turn it is. */
export interface Turn {
  /** Known devices and open sessions go before everybody else. */
  isKnown: boolean
  /** What the turn is charged to: network, address, account. The busiest of them decides how far behind it stands. */
  keys: readonly string[]
}

interface Waiting {
  rank: number
  start(): void
  refuse(): void
}

/** Ranks of keys that are behind the present say nothing any more. */
const MAX_KEYS = 4096

/**
 * Start-time fair queueing: a turn stands one rank behind the last one of each of its keys, and the lowest rank goes first. Five
 * hundred tries of one network or at one account stand one behind the other, and whoever comes from elsewhere goes second.
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

  /** Whoever would have come last. */
  pop(): Waiting | undefined {
    return this.#waiting.pop()
  }

  #forgetPast(): void {
    for (const [key, rank] of this.#ranks) if (rank <= this.#present) this.#ranks.delete(key)
  }
}

/** Runs a few at once and lets the others wait in fair turns. When too many wait, who would come last is refused. */
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

  /** Throws Overloaded, and what `work` throws. */
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
