import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { hostOf, networkOf } from '../../platform/http/network-of-address.ts'
import { type RateLimit, RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'

const QUARTER = 15 * 60
/** Per phone, in all companies: an SMS disturbs its owner and costs the company. */
const OF_PHONE_SOON: RateLimit = { max: 3, seconds: QUARTER }
const OF_PHONE_LATER: RateLimit = { max: 10, seconds: 24 * 3600 }
/** Per IPv4 address or /64; a mobile carrier has many customers behind one. */
const OF_HOST: RateLimit = { max: 20, seconds: QUARTER }
const OF_NETWORK: RateLimit = { max: 120, seconds: QUARTER }
/** A flood from many addresses must leave the company SMS for its orders. */
const OF_COMPANY: RateLimit = { max: 300, seconds: 3600 }

/** Limits the requests for codes. */
export class CodeLimits {
  readonly #phonesSoon: RateLimiter
  readonly #phonesLater: RateLimiter
  readonly #hosts: RateLimiter
  readonly #networks: RateLimiter
  readonly #companies: RateLimiter

  constructor(clock: Clock) {
    this.#phonesSoon = new RateLimiter(OF_PHONE_SOON, clock)
    this.#phonesLater = new RateLimiter(OF_PHONE_LATER, clock)
    this.#hosts = new RateLimiter(OF_HOST, clock)
    this.#networks = new RateLimiter(OF_NETWORK, clock)
    this.#companies = new RateLimiter(OF_COMPANY, clock)
  }

  /** Counts a request. Throws TooManyRequests; a refused request does not count against the phone or the company. */
  take({ companyId, phone, address }: { companyId: CompanyId; phone: string; address: string }): void {
    this.#hosts.take(hostOf(address))
    this.#networks.take(networkOf(address))
    const takeSoonBack = this.#phonesSoon.take(phone)
    let takeLaterBack = () => {}
    try {
      takeLaterBack = this.#phonesLater.take(phone)
      this.#companies.take(String(companyId))
    } catch (error) {
      takeLaterBack()
      takeSoonBack()
      throw error
    }
  }
}
