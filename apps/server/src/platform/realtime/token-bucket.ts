export interface Allowance {
  burst: number
  perSecond: number
}

/** The remaining allowance of a socket. Times are milliseconds of any monotonic clock. */
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
