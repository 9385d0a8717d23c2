import { DomainError } from '@dispecerat/domain/kernel/errors'
import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { hostOf, networkOf } from '../../platform/http/network-of-address.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { Turn } from './fair-turns.ts'
import { GuessDelays } from './guess-delays.ts'
import { passwordMatches, turnOfAddress } from './password.ts'

/** Per IPv4 address or /64: wrong guesses for any account. */
const OF_HOST_SOON = { max: 5, seconds: 20 }
const OF_HOST_LATER = { max: 50, seconds: 15 * 60 }
/** Per /24 or /48: a carrier has many customers there who mistype. */
const OF_NETWORK = { max: 200, seconds: 15 * 60 }
/** A million codes, three of them valid at a time: ten attempts in a quarter of an hour find none. */
const CODES = { max: 10, seconds: 15 * 60 }

const WRONG_CODES: readonly string[] = ['account.code_wrong', 'client_app.code_wrong']

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** One attempt to log in, by a password and possibly a code. */
export interface Guess {
  /** Throws TooManyRequests while the next guess must wait, whether or not the account exists. */
  requireCapacity(): void
  /** Queues, compares and counts a wrong password. Throws TooManyRequests and Overloaded. */
  passwordMatches(passwordHash: string | null, password: string): Promise<boolean>
  /** Counts a wrong code of the user's second factor. Throws TooManyRequests, and whatever `check` throws. */
  watchCode<T>(userId: UserId, check: () => Promise<T>): Promise<T>
  /** Both were right: resets the delays of this key. */
  succeeded(): void
}

interface Lane {
  /** The key of the delays: an account, or one known device or session. */
  key: string
  codeKey(userId: UserId): string
  turn: Turn
  /** The address that wrong guesses count for too; null: none. */
  address: string | null
  /** Wrong passwords are not counted. */
  isTrusted?: boolean
}

/**
 * Slows down guessing of passwords and codes. Guesses count per account, whatever their addresses, and per host and network. A device that
 * logged in to the account before, and an open session, have keys of their own, so an attacker delays neither. Only wrong guesses stay
 * counted, so that many users may log in behind one address.
 */
export class GuessGuard {
  readonly #trustsLoopback: boolean
  readonly #delays: GuessDelays
  readonly #codes: RateLimiter
  readonly #hosts: readonly RateLimiter[]
  readonly #networks: RateLimiter

  /** `trustsLoopback`: on a demo or developer's machine the simulated fleet logs in from localhost. */
  constructor(clock: Clock, trustsLoopback: boolean) {
    this.#trustsLoopback = trustsLoopback
    this.#delays = new GuessDelays(clock)
    this.#codes = new RateLimiter(CODES, clock)
    this.#hosts = [new RateLimiter(OF_HOST_SOON, clock), new RateLimiter(OF_HOST_LATER, clock)]
    this.#networks = new RateLimiter(OF_NETWORK, clock)
  }

  /** True for localhost in a demo, from which the simulated fleet logs in. */
  trusts(address: string): boolean {
    return this.#trustsLoopback && LOOPBACK.test(address)
  }

  /** A log-in; `knownDevice` is one on which this account logged in before. */
  ofLogIn(email: string, address: string, knownDevice: number | null): Guess {
    const key = knownDevice === null ? `account ${fold(email)}` : `device ${knownDevice}`
    const isTrusted = this.trusts(address)
    if (knownDevice !== null) return this.#guess(ownLane(key))
    const turn = turnOfAddress(address)
    return this.#guess({
      key,
      codeKey: (userId) => `user ${userId}`,
      turn: { ...turn, keys: [...turn.keys, key] },
      address: isTrusted ? null : address,
      isTrusted,
    })
  }

  /** The password of a logged-in user, requested again for a sensitive change. */
  ofSession(tokenId: number): Guess {
    return this.#guess(ownLane(`session ${tokenId}`))
  }

  /** Checks a code that was sent to a phone: wrong ones count per phone, whatever the company and the address, and per address. */
  watchCodeOfPhone<T>(phone: string, address: string, check: () => Promise<T>): Promise<T> {
    const lane = { codeKey: () => `phone ${phone}`, address: this.trusts(address) ? null : address }
    return this.#watchCode(lane, asId(0), check)
  }

  #guess(lane: Lane): Guess {
    const { key, turn } = lane
    const watch = async (check: () => Promise<boolean>) => {
      const takeBack = this.#take(lane)
      const isRight = await check().catch((error: unknown) => {
        takeBack()
        throw error
      })
      if (isRight) takeBack()
      return isRight
    }
    return {
      requireCapacity: () => this.#take(lane)(),
      passwordMatches: (passwordHash, password) => passwordMatches(passwordHash, password, { turn, watch }),
      watchCode: (userId, check) => this.#watchCode(lane, userId, check),
      succeeded: () => this.#delays.forget(key),
    }
  }

  async #watchCode<T>(lane: Pick<Lane, 'codeKey' | 'address'>, userId: UserId, check: () => Promise<T>): Promise<T> {
    const takeBack = all([() => this.#codes.take(lane.codeKey(userId)), ...this.#takesOfAddress(lane)])
    try {
      const result = await check()
      takeBack()
      return result
    } catch (error) {
      if (!(error instanceof DomainError && WRONG_CODES.includes(error.code))) takeBack()
      throw error
    }
  }

  #take(lane: Lane): () => void {
    if (lane.isTrusted) return () => undefined
    return all([() => this.#delays.take(lane.key), ...this.#takesOfAddress(lane)])
  }

  #takesOfAddress({ address }: Pick<Lane, 'address'>): (() => () => void)[] {
    if (address === null) return []
    const hosts = this.#hosts.map((limiter) => () => limiter.take(hostOf(address)))
    return [...hosts, () => this.#networks.take(networkOf(address))]
  }
}

function ownLane(key: string): Lane {
  return { key, codeKey: () => key, turn: { isKnown: true, keys: [key] }, address: null }
}

/** Takes all or none; the returned function takes all back. */
function all(takes: readonly (() => () => void)[]): () => void {
  const taken: (() => void)[] = []
  const takeBack = () => {
    for (const back of taken) back()
  }
  try {
    for (const take of takes) taken.push(take())
  } catch (error) {
    takeBack()
    throw error
  }
  return takeBack
}

/** Normalises an e-mail at least as far as the database does, so that one account never has two keys. */
function fold(email: string): string {
  return email.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
