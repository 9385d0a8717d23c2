import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { secondsToNextRing } from '@dispecerat/simulation/pretend-public'
import { type SeededRandom, seededRandom } from '@dispecerat/simulation/seeded-random'
import type { Clock } from '../../platform/lifecycle/clock.ts'

interface Company {
  perHour: number
  dueMs: number | null
  random: SeededRandom
}

/**
 * Schedules the simulated calls per company. The same seed gives every company the same times; a call that is due while no dispatcher is
 * present is dropped.
 */
export class CityCalls {
  readonly #clock: Clock
  readonly #seed: number
  readonly #companies = new Map<CompanyId, Company>()

  constructor(clock: Clock, seed: number) {
    this.#clock = clock
    this.#seed = seed
  }

  /** Sets the calls per hour of each company; they apply from now on. */
  learn(rates: ReadonlyMap<CompanyId, number>): void {
    for (const companyId of this.#companies.keys()) if (!rates.has(companyId)) this.#companies.delete(companyId)
    for (const [companyId, perHour] of rates) {
      const before = this.#companies.get(companyId)
      if (before?.perHour === perHour) continue
      const random = before?.random ?? seededRandom(this.#seed).fork(`company ${companyId}`)
      this.#companies.set(companyId, this.#next({ perHour, dueMs: null, random }))
    }
  }

  /** The companies with a call due now. */
  due(): CompanyId[] {
    const now = this.#clock.now().getTime()
    return [...this.#companies].flatMap(([companyId, company]) => {
      if (company.dueMs === null || company.dueMs > now) return []
      this.#next(company)
      return [companyId]
    })
  }

  #next(company: Company): Company {
    const seconds = secondsToNextRing(company.perHour, company.random)
    company.dueMs = seconds === null ? null : this.#clock.now().getTime() + Math.ceil(seconds * 1000)
    return company
  }
}
