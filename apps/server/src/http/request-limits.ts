import type { Endpoint } from '@dispecerat/contract/endpoint'
import { z } from 'zod'
import type { Scope } from '../db/actor.ts'
import { Slots } from '../db/slots.ts'
import { hostOf } from './network-of-address.ts'
import { TokenBuckets } from './token-buckets.ts'

/** What a request costs: a driver's phone never waits for its company's consoles; a list or a file costs as much as five rows. */
export type RequestClass = 'driver' | 'client' | 'light' | 'heavy' | 'file'

const COSTS: Record<RequestClass, number> = { driver: 1, client: 1, light: 1, heavy: 5, file: 5 }

/** The documented application of a driver sends less than three requests a second, a console that reads all its lists again some 50 at once. */
const PER_TOKEN = { burst: 1000, perSecond: 100 }
/** Of a client's session: the application follows one car. There may be as many as the company has clients. */
const PER_CLIENT = { burst: 60, perSecond: 5 }
/** Consoles and business accounts of one company together. */
const PER_COMPANY = { burst: 10_000, perSecond: 1000 }
/** Without a valid token; many phones share one address of a mobile network. */
const PER_ADDRESS = { burst: 2000, perSecond: 100 }
/** Requests of a company that run at the same time in a process whose pool has 20 connections; more wait their turn. */
const LIGHT_AT_ONCE = { max: Number.POSITIVE_INFINITY, maxPerKey: 16 }
/** Clients of a company wait for each other, not its consoles for them. */
const CLIENTS_AT_ONCE = { max: 8, maxPerKey: 4 }
const HEAVY_AT_ONCE = { max: 12, maxPerKey: 3 }
/** Files take minutes and wait for each other once more, without a connection: no list waits behind them. */
const FILES_AT_ONCE = { max: Number.POSITIVE_INFINITY, maxPerKey: 6 }

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

export interface RequestLimitsOptions {
  monotonicMs?: () => number
  /** On a demo or developer's machine the simulated fleet and the benchmarks ask from the machine itself; they are not counted. */
  trustsLoopback?: boolean
}

interface Actor {
  tokenId: number
  userId: number
  scope: Scope
}

/** Lists with pages are heavy, what is asked for in a format is a file, unless the contract says something else. */
export function classOf({ may, query, body, cost }: Endpoint): RequestClass {
  if (may === 'driver.work') return 'driver'
  if (may === 'client_app.own') return 'client'
  if (cost) return cost
  const names = [query, body].flatMap((shape) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : []))
  if (names.includes('format')) return 'file'
  return names.includes('page') ? 'heavy' : 'light'
}

/** Limits of this process, by a monotonic clock: a wall clock that is set back stops nobody. */
export class RequestLimits {
  readonly #tokens: TokenBuckets
  readonly #clients: TokenBuckets
  readonly #companies: TokenBuckets
  readonly #addresses: TokenBuckets
  readonly #trustsLoopback: boolean
  readonly #slots = {
    light: new Slots(LIGHT_AT_ONCE),
    client: new Slots(CLIENTS_AT_ONCE),
    heavy: new Slots(HEAVY_AT_ONCE),
    file: new Slots(FILES_AT_ONCE),
  }

  constructor({ monotonicMs = () => performance.now(), trustsLoopback = false }: RequestLimitsOptions = {}) {
    this.#trustsLoopback = trustsLoopback
    this.#tokens = new TokenBuckets(PER_TOKEN, monotonicMs)
    this.#clients = new TokenBuckets(PER_CLIENT, monotonicMs)
    this.#companies = new TokenBuckets(PER_COMPANY, monotonicMs)
    this.#addresses = new TokenBuckets(PER_ADDRESS, monotonicMs)
  }

  /** Counts a request without a valid token. Throws TooManyRequests. */
  countAddress(address: string): void {
    if (this.isTrusted(address)) return
    this.#addresses.take(hostOf(address), 1)
  }

  /** Counts a request of a session. Throws TooManyRequests. */
  count({ tokenId, scope }: Actor, kind: RequestClass, address: string): void {
    if (this.isTrusted(address)) return
    const cost = COSTS[kind]
    const buckets = kind === 'client' ? this.#clients : this.#tokens
    buckets.take(String(tokenId), cost)
    if (kind === 'client' || kind === 'driver' || scope.companies === 'every') return
    for (const companyId of scope.companies) this.#companies.take(String(companyId), cost)
  }

  /** Waits until the company may begin one more request; the returned function ends it. */
  async begin(actor: Actor | null, kind: RequestClass): Promise<() => void> {
    if (actor === null || kind === 'driver') return () => undefined
    const { companies } = actor.scope
    const isOfCompany = companies !== 'every' && companies.length > 0
    const key = isOfCompany ? companies.toSorted((a, b) => a - b).join(',') : `user ${actor.userId}`
    return this.#slots[kind].take(key)
  }

  /** Whether nothing from this address is counted. */
  isTrusted(address: string): boolean {
    return this.#trustsLoopback && LOOPBACK.test(address)
  }
}
