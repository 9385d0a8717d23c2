import { DEFAULT_SOCKETS } from '@dispecerat/domain/quota'
import { hostOf } from './network-of-address.ts'

export const AUTHENTICATES_WITHIN_MS = 5000
/** A morning on which every telephone of the platform comes back at once stays below. */
export const MAX_UNAUTHENTICATED = 1000
export const MAX_SOCKETS_OF_USER = 32

/** Why a socket was closed: it did not authenticate in time, or it gave its place to another. */
export type LimitReached = 'silent' | 'too_many_sockets'

export interface SocketOwner {
  userId: number
  /** null: counts for the user alone. */
  companyId: number | null
}

/** How many sockets each company may have open. */
export interface SocketQuota {
  of(companyId: number): number
  /** Another number holds for some company from now on. */
  onChange(listener: () => void): void
}

interface Member {
  group: string
  close(): void
}

/** So many members at most: the oldest of the group that has the most gives its place to a new one. */
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

  /** Closes what is too many since the maximum was lowered. */
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

/** The place of one socket among all. */
export interface SocketPlace {
  /** Who is at the other end; the same again changes nothing. */
  authenticated(owner: SocketOwner): void
  /** Whoever was at the other end is not any more. */
  revoked(): void
  gone(): void
}

export interface SocketLimitParts {
  maxUnauthenticated?: number
  withinMs?: number
  /** By default the same number for every company. */
  ofCompany?: SocketQuota
  /** False while nobody can tell who has authenticated: then nobody is late. */
  canJudge?(): boolean
}

/**
 * Who may hold a websocket. Sockets that have not authenticated are few and short, and share their places fairly between
 * networks; sockets of a known user count for the user and the company alone, however many come from one address.
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

  /** How many sockets of this company are open. */
  openOf(companyId: number): number {
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
