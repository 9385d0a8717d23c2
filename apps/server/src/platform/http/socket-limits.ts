import { DEFAULT_SOCKETS } from '@dispecerat/domain/identity/quota'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { hostOf } from './network-of-address.ts'

export const AUTHENTICATES_WITHIN_MS = 5000
/** Stays above a morning on which every telephone of the platform reconnects at once. */
export const MAX_UNAUTHENTICATED = 1000
export const MAX_SOCKETS_OF_USER = 32

/** Reason for closing a socket: authentication timed out, or a newer socket took its place. */
export type LimitReached = 'silent' | 'too_many_sockets'

export interface SocketOwner {
  userId: UserId
  /** null: the socket counts for the user alone. */
  companyId: CompanyId | null
}

/** The maximum number of open sockets per company. */
export interface SocketQuota {
  of(companyId: CompanyId): number
  /** Calls the listener when the quota of a company changes. */
  onChange(listener: () => void): void
}

interface Member {
  group: string
  close(): void
}

/** A pool with a maximum: when it is full, the oldest member of the largest group is closed for a new one. */
class FairPool {
  readonly #max: () => number
  readonly #groups = new Map<string, Set<Member>>()
  #size = 0

  constructor(max: () => number) {
    this.#max = max
  }

  get size(): number {
    return this.#size
  }

  add(member: Member): void {
    const group = this.#groups.get(member.group) ?? new Set()
    this.#groups.set(member.group, group.add(member))
    this.#size += 1
    this.shrink()
  }

  /** Closes the surplus after the maximum was lowered. */
  shrink(): void {
    while (this.#size > this.#max()) {
      const [largest] = [...this.#groups.values()].sort((a, b) => b.size - a.size)
      const [oldest] = largest ?? []
      if (!oldest) return
      this.remove(oldest)
      oldest.close()
    }
  }

  remove(member: Member): void {
    const group = this.#groups.get(member.group)
    if (!group?.delete(member)) return
    this.#size -= 1
    if (group.size === 0) this.#groups.delete(member.group)
  }
}

/** One socket's membership in the limits. */
export interface SocketPlace {
  /** Moves the socket to its user and company; repeating it with the same owner changes nothing. */
  authenticated(owner: SocketOwner): void
  /** The session was revoked: the socket counts as unauthenticated again. */
  revoked(): void
  gone(): void
}

export interface SocketLimitParts {
  maxUnauthenticated?: number
  withinMs?: number
  /** By default every company has the same limit. */
  ofCompany?: SocketQuota
  /** False while authentication is unavailable: then no socket times out. */
  canJudge?(): boolean
}

/**
 * Limits websockets. Unauthenticated sockets are few and short-lived, and their places are shared fairly between networks; sockets of a
 * known user count for the user and the company alone, however many come from one address.
 */
export class SocketLimits {
  readonly #unauthenticated: FairPool
  readonly #users = new Map<number, FairPool>()
  readonly #companies = new Map<number, FairPool>()
  readonly #ofCompany: SocketQuota
  readonly #withinMs: number
  readonly #canJudge: () => boolean

  constructor({
    maxUnauthenticated = MAX_UNAUTHENTICATED,
    withinMs = AUTHENTICATES_WITHIN_MS,
    ofCompany = { of: () => DEFAULT_SOCKETS, onChange: () => undefined },
    canJudge = () => true,
  }: SocketLimitParts = {}) {
    this.#unauthenticated = new FairPool(() => maxUnauthenticated)
    this.#ofCompany = ofCompany
    this.#withinMs = withinMs
    this.#canJudge = canJudge
    ofCompany.onChange(() => {
      for (const pool of [...this.#companies.values()]) pool.shrink()
    })
  }

  /** The number of open sockets of this company. */
  openOf(companyId: CompanyId): number {
    return this.#companies.get(companyId)?.size ?? 0
  }

  /** `close` is called at most once, and not after `gone`. */
  admit(address: string, close: (why: LimitReached) => void): SocketPlace {
    let leave: () => void = () => undefined
    let owner: SocketOwner | null = null
    const end = (why: LimitReached) => {
      leave()
      close(why)
    }
    const wait = () => {
      leave = this.#wait(hostOf(address), end)
      owner = null
    }
    wait()
    return {
      authenticated: (known) => {
        if (owner?.userId === known.userId && owner.companyId === known.companyId) return
        leave()
        owner = known
        leave = this.#own(known, () => end('too_many_sockets'))
      },
      revoked: () => {
        if (!owner) return
        leave()
        wait()
      },
      gone: () => leave(),
    }
  }

  #wait(group: string, end: (why: LimitReached) => void): () => void {
    const member = { group, close: () => end('too_many_sockets') }
    const judge = () => {
      if (this.#canJudge()) end('silent')
      else timer = setTimeout(judge, this.#withinMs).unref()
    }
    let timer = setTimeout(judge, this.#withinMs).unref()
    const leave = () => {
      clearTimeout(timer)
      this.#unauthenticated.remove(member)
    }
    this.#unauthenticated.add(member)
    return leave
  }

  #own({ userId, companyId }: SocketOwner, close: () => void): () => void {
    const member = { group: String(userId), close }
    const pools = [poolOf(this.#users, userId, () => MAX_SOCKETS_OF_USER)]
    if (companyId !== null) pools.push(poolOf(this.#companies, companyId, () => this.#ofCompany.of(companyId)))
    for (const pool of pools) pool.add(member)
    return () => {
      for (const pool of pools) pool.remove(member)
      forget(this.#users, userId)
      if (companyId !== null) forget(this.#companies, companyId)
    }
  }
}

function poolOf(pools: Map<number, FairPool>, id: number, max: () => number): FairPool {
  const pool = pools.get(id) ?? new FairPool(max)
  pools.set(id, pool)
  return pool
}

function forget(pools: Map<number, FairPool>, id: number): void {
  if (pools.get(id)?.size === 0) pools.delete(id)
}
