import type { Clock } from '../clock.ts'
import type { Scope } from '../db/actor.ts'
import type { TradeCounts } from './statistics.views.ts'

const CACHE_MS = 5000

interface Kept {
  counts: Promise<TradeCounts>
  at: number
  companies: Scope['companies']
  /** Something it counts has changed since it was asked. */
  isStale: boolean
  isRunning: boolean
  /** What the ones who ask meanwhile wait for. */
  next: Promise<TradeCounts> | null
}

/**
 * Counts of the last five seconds, once per set of companies: a room full of consoles asks the database once. A change
 * that was told makes them stale at once, and however many ask then, one count runs and one waits behind it.
 */
export class RecentCounts {
  readonly #clock: Clock
  readonly #count: (scope: Scope, now: Date) => Promise<TradeCounts>
  readonly #kept = new Map<string, Kept>()

  constructor(clock: Clock, count: (scope: Scope, now: Date) => Promise<TradeCounts>) {
    this.#clock = clock
    this.#count = count
  }

  of(scope: Scope): Promise<TradeCounts> {
    this.#forgetBefore(this.#clock.elapsedMs() - CACHE_MS)
    const key = scope.companies === 'every' ? 'every' : scope.companies.toSorted((a, b) => a - b).join(',')
    const kept = this.#kept.get(key)
    if (!kept) return this.#ask(key, scope)
    if (!kept.isStale) return kept.counts
    if (!kept.isRunning) return this.#ask(key, scope)
    kept.next ??= kept.counts.then(
      () => this.#ask(key, scope),
      () => this.#ask(key, scope),
    )
    return kept.next
  }

  /** An order of these companies was placed, ended, deleted or brought back. */
  changed(companyIds: readonly number[]): void {
    for (const kept of this.#kept.values()) {
      const { companies } = kept
      if (companies === 'every' || companyIds.some((id) => companies.includes(id))) kept.isStale = true
    }
  }

  #ask(key: string, scope: Scope): Promise<TradeCounts> {
    const now = this.#clock.now()
    const kept: Kept = {
      counts: this.#count(scope, now),
      at: this.#clock.elapsedMs(),
      companies: scope.companies,
      isStale: false,
      isRunning: true,
      next: null,
    }
    this.#kept.set(key, kept)
    kept.counts.then(
      () => {
        kept.isRunning = false
      },
      // A failure is not kept: the next one to ask tries again.
      () => this.#kept.get(key) === kept && this.#kept.delete(key),
    )
    return kept.counts
  }

  #forgetBefore(ms: number): void {
    for (const [key, { at }] of this.#kept) if (at <= ms) this.#kept.delete(key)
  }
}
