import type { Clock } from '../clock.ts'
import type { Scope } from '../db/caller.ts'
import type { TradeCounts } from './statistics.views.ts'

const KEPT_MS = 5000

/** Counts of the last five seconds, once per set of companies: a room full of consoles asks the database once. */
export class RecentCounts {
  readonly #clock: Clock
  readonly #count: (scope: Scope, now: Date) => Promise<TradeCounts>
  readonly #kept = new Map<string, { counts: Promise<TradeCounts>; at: number }>()

  constructor(clock: Clock, count: (scope: Scope, now: Date) => Promise<TradeCounts>) {
    this.#clock = clock
    this.#count = count
  }

  of(scope: Scope): Promise<TradeCounts> {
    const now = this.#clock.now()
    this.#forgetBefore(now.getTime() - KEPT_MS)
    const key = scope.companies === 'every' ? 'every' : scope.companies.toSorted((a, b) => a - b).join(',')
    const kept = this.#kept.get(key)
    if (kept) return kept.counts
    const asked = { counts: this.#count(scope, now), at: now.getTime() }
    this.#kept.set(key, asked)
    // A failure is not kept: the next one to ask tries again.
    asked.counts.catch(() => this.#kept.get(key) === asked && this.#kept.delete(key))
    return asked.counts
  }

  #forgetBefore(ms: number): void {
    for (const [key, { at }] of this.#kept) if (at <= ms) this.#kept.delete(key)
  }
}
