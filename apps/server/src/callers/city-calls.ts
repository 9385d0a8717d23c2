import { secondsToNextRing } from '@dispecerat/simulation/pretend-public'
import { type SeededRandom, seededRandom } from '@dispecerat/simulation/seeded-random'
import type { Clock } from '../clock.ts'

interface Company {
  perHour: number
  dueMs: number | null
  random: SeededRandom
}

/**
 * When the pretend city rings which company. The same seed gives every company the same moments; who was to ring while nobody
 * could hear him has found another taxi.
 */
export class CityCalls {
  readonly #clock: Clock
  readonly #seed: number
  readonly #companies = new Map<number, Company>()

  constructor(clock: Clock, seed: number) {
    this.#clock = clock
    this.#seed = seed
  }

  /** What each company is rung per hour; another rate counts from now on. */
  learn(rates: ReadonlyMap<number, number>): void {
    for (const companyId of this.#companies.keys()) if (!rates.has(companyId)) this.#companies.delete(companyId)
    for (const [companyId, perHour] of rates) {
      const before = this.#companies.get(companyId)
      if (before?.perHour === perHour) continue
      const random = before?.random ?? seededRandom(this.#seed).fork(`company ${companyId}`)
      this.#companies.set(companyId, this.#next({ perHour, dueMs: null, random }))
    }
  }

  /** The companies somebody rings now. */
  due(): number[] {
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
