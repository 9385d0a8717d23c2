import { DomainError } from '@dispecerat/domain/errors'
import type { Clock } from '../clock.ts'
import { RateLimiter } from '../http/rate-limit.ts'

/** GAP-38 and reliability: a person who forgot a password stays below both, a guesser does not. */
const PER_ADDRESS_AND_EMAIL = { most: 20, seconds: 15 * 60 }
const PER_ADDRESS = { most: 5, seconds: 20 }

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

function isWrongGuess(error: unknown): boolean {
  return (
    error instanceof DomainError && (error.code === 'account.bad_credentials' || error.code === 'account.code_wrong')
  )
}

/**
 * Slows down whoever guesses passwords. Every try counts before the password is looked at, and all but a wrong one are
 * taken back: an office behind one address may log in as often as it likes.
 */
export class LoginGuard {
  readonly #trustsLoopback: boolean
  readonly #pairs: RateLimiter
  readonly #addresses: RateLimiter

  /** `trustsLoopback`: on a demo or developer's machine the simulated fleet logs in from the machine itself. */
  constructor(clock: Clock, trustsLoopback: boolean) {
    this.#trustsLoopback = trustsLoopback
    this.#pairs = new RateLimiter(PER_ADDRESS_AND_EMAIL, clock)
    this.#addresses = new RateLimiter(PER_ADDRESS, clock)
  }

  /** Throws TooManyRequests, or what `logIn` throws. */
  async watch<T>(address: string, email: string, logIn: () => Promise<T>): Promise<T> {
    if (this.#trustsLoopback && LOOPBACK.test(address)) return logIn()
    const takeAddressBack = this.#addresses.take(address)
    const takePairBack = this.#pairs.take(`${address} ${email.toLowerCase()}`)
    const takeBack = () => {
      takePairBack()
      takeAddressBack()
    }
    try {
      const result = await logIn()
      takeBack()
      return result
    } catch (error) {
      if (!isWrongGuess(error)) takeBack()
      throw error
    }
  }
}
