import { FieldErrors } from '@dispecerat/domain/errors'
import type { Clock } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import { RateLimiter } from '../http/rate-limit.ts'

/** A phone and an e-mail have one account on the platform, so a refusal says that there is one: enough for typing errors, useless for a list. */
const CONFLICTS = { max: 20, seconds: 3600 }

/** Limits how many accounts of other companies a company hears of, one by one or by a file; who sees every company is not limited. */
export class AccountConflictLimiter {
  readonly #limiter: RateLimiter

  constructor(clock: Clock) {
    this.#limiter = new RateLimiter(CONFLICTS, clock)
  }

  /** Throws TooManyRequests as soon as the limit is reached, whether the next value has an account or not. */
  async watch<T>(actor: Pick<Actor, 'scope' | 'userId'>, run: () => Promise<T>): Promise<T> {
    this.requireCapacity(actor)
    try {
      return await run()
    } catch (error) {
      if (error instanceof FieldErrors) this.count(actor, error.accountConflicts)
      throw error
    }
  }

  requireCapacity(actor: Pick<Actor, 'scope' | 'userId'>): void {
    const key = keyOf(actor)
    if (key !== null) this.#limiter.take(key)()
  }

  count(actor: Pick<Actor, 'scope' | 'userId'>, conflicts: number): void {
    const key = keyOf(actor)
    for (let told = 0; key !== null && told < conflicts; told++) this.#limiter.take(key)
  }
}

/** Colleagues share the limit of their company; who belongs to none has one of their own. */
function keyOf({ scope: { companies }, userId }: Pick<Actor, 'scope' | 'userId'>): string | null {
  if (companies === 'every') return null
  return companies.length > 0 ? `company ${companies[0]}` : `user ${userId}`
}
