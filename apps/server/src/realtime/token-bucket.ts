export interface Allowance {
  burst: number
  perSecond: number
}

/** How much a socket may still say. Time is given, in milliseconds of any clock that only goes forward. */
export class TokenBucket {
  readonly #allowance: Allowance
  #left: number
  #at: number

  constructor(allowance: Allowance, now: number) {
    this.#allowance = allowance
    this.#left = allowance.burst
    this.#at = now
  }

  take(now: number): boolean {
    const { burst, perSecond } = this.#allowance
    this.#left = Math.min(burst, this.#left + ((now - this.#at) / 1000) * perSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
