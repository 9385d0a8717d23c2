import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { Actor } from '../../platform/db/actor.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'

/**
 * Phone and e-mail are unique on the platform, so a refusal reveals that an account exists. The limit allows typing errors but not the
 * enumeration of accounts.
 */
const CONFLICTS = { max: 20, seconds: 3600 }

/**
 * Limits how often a company learns that accounts of other companies exist, through single requests or through a file; actors who see every
 * company are not limited.
 */
export class AccountConflictLimiter {
  readonly #limiter: RateLimiter

  constructor(clock: Clock) {
    this.#limiter = new RateLimiter(CONFLICTS, clock)
  }

  /** Throws TooManyRequests once the limit is reached, whether or not the next value has an account. */
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
    for (let counted = 0; key !== null && counted < conflicts; counted++) this.#limiter.take(key)
  }
}

/** Colleagues share the limit of their company; a user without a company has a limit of their own. */
function keyOf({ scope: { companies }, userId }: Pick<Actor, 'scope' | 'userId'>): string | null {
  if (companies === 'every') return null
  return companies.length > 0 ? `company ${companies[0]}` : `user ${userId}`
}
