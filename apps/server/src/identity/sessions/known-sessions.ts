import { isBanned } from '@dispecerat/domain/fleet/ban'
import { type RevokedBy, seesEveryCompany, worksInCompany } from '@dispecerat/domain/identity/permissions'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { Scope } from '../../platform/db/actor.ts'
import { ReadTogether } from '../../platform/db/read-together.ts'
import { type Login, revokedFrom } from '../../platform/http/authenticate.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { hashOfToken, sessionEnd } from './access-token.ts'
import {
  endedSessions,
  findSessions,
  prolongSession,
  revokedBy,
  revokedOfSessions,
  type SessionRow,
  touchSessions,
} from './sessions.store.ts'

const CACHE_MS = 5000
const MAX_CACHED = 20_000
const PROLONG_AFTER_MS = 60_000
const DAY_MS = 24 * 3_600_000
/** Encoding of a hash as a key of the map. */
const KEY = 'base64'

interface CachedLogin {
  login: Login
  until: number
  createdAt: Date
  expiresAt: Date
}

export interface KnownSessionsOptions {
  /** True when an administrator whose grace period has ended may only turn on the second factor. */
  demandsTwoFactor?: boolean
  /** A session ends this many days after its log-in, however much it is used. */
  maxDays?: number
}

/**
 * Caches token → login. A look-up is cached for 5 s, so that a busy console costs no query per request; a revocation, which arrives through
 * the event log on every node, drops the cached login at once.
 */
export class KnownSessions {
  readonly #server: Pick<Server, 'db' | 'clock'>
  readonly #cached = new Map<string, CachedLogin>()
  readonly #sessions: ReadTogether<string, SessionRow>
  readonly #demandsTwoFactor: boolean
  readonly #maxAgeMs: number
  /** The number of drops: a look-up that began before the last one may have read outdated data. */
  #drops = 0

  constructor(
    server: Pick<Server, 'db' | 'clock'>,
    { demandsTwoFactor = false, maxDays = 30 }: KnownSessionsOptions = {},
  ) {
    this.#server = server
    this.#demandsTwoFactor = demandsTwoFactor
    this.#maxAgeMs = maxDays * DAY_MS
    this.#sessions = new ReadTogether((keys) => this.#read(keys))
  }

  /**
   * Returns null for a token without an open session; throws account.banned for a banned account that is not a driver's, device.blocked on
   * a blocked phone. `isUse`: a person sent the request, so the session is prolonged.
   */
  async findLogin(token: string, isUse = true): Promise<Login | null> {
    const key = hashOfToken(token).toString(KEY)
    const now = this.#server.clock.now()
    const cached = this.#cached.get(key)
    if (
      cached &&
      performance.now() < cached.until &&
      now < cached.expiresAt &&
      !(isUse && this.#isProlongedByUse(cached, now))
    )
      return cached.login

    const drops = this.#drops
    const session = await this.#sessions.of(key)
    if (!session?.isActive) return null
    if (session.isDeviceBlocked) throw new DomainError('device.blocked')
    refuseBanned(session, now)
    const { tokenId, createdAt } = session
    const expiresAt = isUse && this.#isProlongedByUse(session, now) ? this.#endOf(createdAt, now) : session.expiresAt
    if (expiresAt !== session.expiresAt) await prolongSession(this.#server.db, tokenId, now, expiresAt)
    const { twoFactorDueAt, companyWaitsForTwoFactor } = session
    const isDue = this.#demandsTwoFactor && twoFactorDueAt !== null && twoFactorDueAt <= now
    const needsTwoFactor = isDue || companyWaitsForTwoFactor
    const login = { ...loginOf(session), needsTwoFactor }
    if (drops === this.#drops) this.#keep(key, { login, until: performance.now() + CACHE_MS, createdAt, expiresAt })
    return login
  }

  /** Drops the cached logins of these sessions. */
  drop(tokenIds: readonly number[]): void {
    this.#drops += 1
    const gone = new Set(tokenIds)
    for (const [key, { login }] of this.#cached) if (gone.has(login.tokenId)) this.#cached.delete(key)
  }

  /** Drops the cached logins of the users of these companies. */
  dropCompanies(companyIds: readonly CompanyId[]): void {
    this.#drops += 1
    const changed = new Set(companyIds)
    const isChanged = ({ companies }: Scope) => companies !== 'every' && companies.some((id) => changed.has(id))
    for (const [key, { login }] of this.#cached) {
      if (isChanged(login.scope) || (login.ownScope && isChanged(login.ownScope))) this.#cached.delete(key)
    }
  }

  /** The permissions currently revoked from the users of these sessions. */
  readRevoked(tokenIds: readonly number[]): Promise<Map<number, RevokedBy>> {
    return revokedOfSessions(this.#server.db, tokenIds)
  }

  /**
   * Records that the sessions were seen. An open websocket shows that a phone or a console is there, not that a person uses it, so it does
   * not prolong them.
   */
  async touch(tokenIds: readonly number[]): Promise<void> {
    await touchSessions(this.#server.db, tokenIds, this.#server.clock.now())
  }

  /** The sessions among these that have ended, for whatever reason. */
  async endedAmong(tokenIds: readonly number[]): Promise<number[]> {
    const now = this.#server.clock.now()
    return endedSessions(this.#server.db, { tokenIds, now, since: new Date(now.getTime() - this.#maxAgeMs) })
  }

  /** True when using it now would move its end by more than a minute. */
  #isProlongedByUse({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: Date): boolean {
    return this.#endOf(createdAt, now).getTime() - expiresAt.getTime() > PROLONG_AFTER_MS
  }

  async #read(keys: readonly string[]): Promise<Map<string, SessionRow>> {
    const { db, clock } = this.#server
    const now = clock.now()
    const hashes = keys.map((key) => Buffer.from(key, KEY))
    const rows = await findSessions(db, hashes, now, new Date(now.getTime() - this.#maxAgeMs))
    return new Map(rows.map((row) => [row.tokenHash.toString(KEY), row]))
  }

  #endOf(createdAt: Date, now: Date): Date {
    return sessionEnd(now, { createdAt, maxAgeMs: this.#maxAgeMs })
  }

  #keep(key: string, cached: CachedLogin): void {
    // The map keeps insertion order: the first key is the oldest.
    const oldest = this.#cached.size >= MAX_CACHED ? this.#cached.keys().next().value : undefined
    if (oldest !== undefined) this.#cached.delete(oldest)
    this.#cached.delete(key)
    this.#cached.set(key, cached)
  }
}

/** A ban must not interrupt a trip: a banned driver keeps the open session, may open another, and gets no offers. */
function refuseBanned(session: SessionRow, now: Date): void {
  if (isBanned(session.banUntil, now) && !session.roles.includes('driver')) throw bannedError(session)
}

export function bannedError(account: { banUntil: Date | null; banReason: string | null }): DomainError {
  return new DomainError('account.banned', {
    ban_until: account.banUntil && toWireTime(account.banUntil),
    ban_reason: account.banReason,
  })
}

function loginOf(session: SessionRow): Omit<Login, 'needsTwoFactor'> {
  const { tokenId, userId, roles } = session
  return { tokenId, userId, roles, ...revokedFrom(revokedBy(session.revoked)), ...scopesOf(session) }
}

/** A contract opens the account's own rows, whatever other roles the user has. */
function scopesOf({ userId, roles, companyIds, contractIds }: SessionRow): Pick<Login, 'scope' | 'ownScope'> {
  if (seesEveryCompany(roles)) return { scope: { companies: 'every', ownUserId: null } }
  const ownScope = { companies: [...new Set([...companyIds, ...contractIds])], ownUserId: userId }
  if (!roles.some(worksInCompany)) return { scope: ownScope }
  const scope = { companies: companyIds, ownUserId: null }
  return roles.every(worksInCompany) ? { scope } : { scope, ownScope }
}
