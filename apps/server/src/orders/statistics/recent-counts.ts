import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Scope } from '../../platform/db/actor.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { TradeCounts } from './statistics.views.ts'

const CACHE_MS = 5000

interface CachedCounts {
  counts: Promise<TradeCounts>
  at: number
  companies: Scope['companies']
  /** The counted data has changed since the count was requested. */
  isStale: boolean
  isRunning: boolean
  /** Promise shared by requests that arrive meanwhile. */
  next: Promise<TradeCounts> | null
}

/**
 * Caches counts for five seconds per set of companies, so that many consoles cause one query. A change marks them stale at once, and
 * however many requests follow, one count runs and one waits behind it.
 */
export class RecentCounts {
  readonly #clock: Clock
  readonly #count: (scope: Scope, now: Date) => Promise<TradeCounts>
  readonly #kept = new Map<string, CachedCounts>()

  constructor(clock: Clock, count: (scope: Scope, now: Date) => Promise<TradeCounts>) {
    this.#clock = clock
    this.#count = count
  }

  of(scope: Scope): Promise<TradeCounts> {
    this.#forgetBefore(this.#clock.elapsedMs() - CACHE_MS)
    const key = scope.companies === 'every' ? 'every' : scope.companies.toSorted((a, b) => a - b).join(',')
    const cached = this.#kept.get(key)
    if (!cached) return this.#ask(key, scope)
    if (!cached.isStale) return cached.counts
    if (!cached.isRunning) return this.#ask(key, scope)
    cached.next ??= cached.counts.then(
      () => this.#ask(key, scope),
      () => this.#ask(key, scope),
    )
    return cached.next
  }

  /** Marks counts stale: an order of these companies was placed, ended, deleted or restored. */
  changed(companyIds: readonly CompanyId[]): void {
    for (const cached of this.#kept.values()) {
      const { companies } = cached
      if (companies === 'every' || companyIds.some((id) => companies.includes(id))) cached.isStale = true
    }
  }

  #ask(key: string, scope: Scope): Promise<TradeCounts> {
    const now = this.#clock.now()
    const cached: CachedCounts = {
      counts: this.#count(scope, now),
      at: this.#clock.elapsedMs(),
      companies: scope.companies,
      isStale: false,
      isRunning: true,
      next: null,
    }
    this.#kept.set(key, cached)
    cached.counts.then(
      () => {
        cached.isRunning = false
      },
      // A failure is not cached: the next request tries again.
      () => this.#kept.get(key) === cached && this.#kept.delete(key),
    )
    return cached.counts
  }

  #forgetBefore(ms: number): void {
    for (const [key, { at }] of this.#kept) if (at <= ms) this.#kept.delete(key)
  }
}
