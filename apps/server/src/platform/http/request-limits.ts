import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { z } from 'zod'
import type { Scope } from '../db/actor.ts'
import { Slots } from '../db/slots.ts'
import { hostOf } from './network-of-address.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Cost classes: a driver's phone never waits for its company's consoles; a list or a file costs as much as five rows. */
export type RequestClass = 'driver' | 'client' | 'light' | 'heavy' | 'file'

const COSTS: Record<RequestClass, number> = { driver: 1, client: 1, light: 1, heavy: 5, file: 5 }

/** The documented driver application sends less than 3 requests a second; a console that reloads all its lists sends some 50 at once. */
const PER_TOKEN = { burst: 1000, perSecond: 100 }
/** Per client session: the application follows one car. A company may have as many sessions as clients. */
const PER_CLIENT = { burst: 60, perSecond: 5 }
/** Consoles and business accounts of one company together. */
const PER_COMPANY = { burst: 10_000, perSecond: 1000 }
/** Requests without a valid token; many phones share one address of a mobile network. */
const PER_ADDRESS = { burst: 2000, perSecond: 100 }
/** Concurrent requests of one company in a process whose pool has 20 connections; further ones queue. */
const LIGHT_AT_ONCE = { max: Number.POSITIVE_INFINITY, maxPerKey: 16 }
/** Clients of a company queue behind each other, never before its consoles. */
const CLIENTS_AT_ONCE = { max: 8, maxPerKey: 4 }
const HEAVY_AT_ONCE = { max: 12, maxPerKey: 3 }
/** Files take minutes. They have a queue of their own before they take a connection, so that no list waits behind them. */
const FILES_AT_ONCE = { max: Number.POSITIVE_INFINITY, maxPerKey: 6 }

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

export interface RequestLimitsOptions {
  monotonicMs?: () => number
  /** On a demo or developer's machine the simulated fleet and the benchmarks send requests from localhost; they are not counted. */
  trustsLoopback?: boolean
}

interface Actor {
  tokenId: number
  userId: UserId
  scope: Scope
}

/** Paged lists are heavy and exports are files, unless the contract sets a cost. */
export function classOf({ may, query, body, cost }: Endpoint): RequestClass {
  if (may === 'driver.work') return 'driver'
  if (may === 'client_app.own') return 'client'
  if (cost) return cost
  const names = [query, body].flatMap((shape) => (shape instanceof z.ZodObject ? Object.keys(shape.shape) : []))
  if (names.includes('format')) return 'file'
  return names.includes('page') ? 'heavy' : 'light'
}

/** Rate and concurrency limits of this process. They use a monotonic clock: setting the wall clock back blocks nobody. */
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

  /** Waits until the company may start one more request; the returned function ends it. */
  async begin(actor: Actor | null, kind: RequestClass): Promise<() => void> {
    if (actor === null || kind === 'driver') return () => undefined
    const { companies } = actor.scope
    const isOfCompany = companies !== 'every' && companies.length > 0
    const key = isOfCompany ? companies.toSorted((a, b) => a - b).join(',') : `user ${actor.userId}`
    return this.#slots[kind].take(key)
  }

  /** True for addresses that are not counted. */
  isTrusted(address: string): boolean {
    return this.#trustsLoopback && LOOPBACK.test(address)
  }
}
