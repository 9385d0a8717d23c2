import { isBanned } from '@dispecerat/domain/ban'
import { DomainError } from '@dispecerat/domain/errors'
import { type Role, rolesMay, seesEveryCompany, type WithheldBy } from '@dispecerat/domain/permissions'
import { toWireTime } from '@dispecerat/domain/wire-time'
import type { Scope } from '../db/caller.ts'
import { type Login, withheldFrom } from '../http/authenticate.ts'
import type { Server } from '../server.ts'
import { hashOfToken, sessionEnd } from './access-token.ts'
import { findSession, prolongSessions, type SessionRow, withheldBy, withheldOfSessions } from './sessions.store.ts'

const KEPT_MS = 5000
const MOST_KEPT = 20_000
const PROLONG_AFTER_MS = 60_000

/**
 * Tokens → logins. A look-up is kept for 5 s, so that a busy console costs no query per request; a revocation, which
 * arrives through the event log on every node, drops what is kept at once.
 */
export class KnownSessions {
  readonly #server: Pick<Server, 'db' | 'clock'>
  readonly #kept = new Map<string, { login: Login; until: number }>()

  readonly #demandsTwoFactor: boolean

  /** `demandsTwoFactor`: an administrator whose grace is over may only turn his second factor on. */
  constructor(server: Pick<Server, 'db' | 'clock'>, { demandsTwoFactor = false } = {}) {
    this.#server = server
    this.#demandsTwoFactor = demandsTwoFactor
  }

  /** null for a token without an open session; throws account.banned for a banned account that is not a driver's, device.blocked on a blocked phone. */
  async findLogin(token: string): Promise<Login | null> {
    const hash = hashOfToken(token)
    const key = hash.toString('base64')
    const kept = this.#kept.get(key)
    if (kept && performance.now() < kept.until) return kept.login

    const now = this.#server.clock.now()
    const session = await findSession(this.#server.db, hash, now)
    if (!session?.isActive) return null
    if (session.isDeviceBlocked) throw new DomainError('device.blocked')
    refuseBanned(session, now)
    if (now.getTime() - session.lastUsedAt.getTime() > PROLONG_AFTER_MS) {
      await prolongSessions(this.#server.db, [session.tokenId], now, sessionEnd(now))
    }
    const { twoFactorDueAt, companyWaitsForTwoFactor } = session
    const isDue = this.#demandsTwoFactor && twoFactorDueAt !== null && twoFactorDueAt <= now
    const needsTwoFactor = isDue || companyWaitsForTwoFactor
    const login = { ...loginOf(session), needsTwoFactor }
    this.#keep(key, login)
    return login
  }

  /** Forgets what is kept of these sessions. */
  drop(tokenIds: readonly number[]): void {
    const gone = new Set(tokenIds)
    for (const [key, { login }] of this.#kept) if (gone.has(login.tokenId)) this.#kept.delete(key)
  }

  /** Forgets what is kept of the people of these companies. */
  dropCompanies(companyIds: readonly number[]): void {
    const changed = new Set(companyIds)
    for (const [key, { login }] of this.#kept) {
      const { companies } = login.scope
      if (companies !== 'every' && companies.some((id) => changed.has(id))) this.#kept.delete(key)
    }
  }

  /** What is taken now from the roles of these sessions' people. */
  readWithheld(tokenIds: readonly number[]): Promise<Map<number, WithheldBy>> {
    return withheldOfSessions(this.#server.db, tokenIds)
  }

  /** An open websocket is a use of its session. Returns the sessions that have ended all the same. */
  async prolong(tokenIds: readonly number[]): Promise<number[]> {
    const now = this.#server.clock.now()
    return prolongSessions(this.#server.db, tokenIds, now, sessionEnd(now))
  }

  #keep(key: string, login: Login): void {
    // The map keeps insertion order: the first key is the one that waited longest.
    const oldest = this.#kept.size >= MOST_KEPT ? this.#kept.keys().next().value : undefined
    if (oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.delete(key)
    this.#kept.set(key, { login, until: performance.now() + KEPT_MS })
  }
}

/** A ban ends nobody's trip: a banned driver keeps the session he has, may open another, and gets no offers. */
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
  return { tokenId, userId, roles, ...withheldFrom(withheldBy(session.withheld)), scope: scopeOf(session) }
}

function scopeOf({ userId, roles, companyIds }: SessionRow): Scope {
  if (seesEveryCompany(roles)) return { companies: 'every', ownUserId: null }
  return { companies: companyIds, ownUserId: seesOnlyOwn(roles) ? userId : null }
}

/** Protocol companies and clients: whoever may neither read the lists of a company nor drive for it. */
function seesOnlyOwn(roles: readonly Role[]): boolean {
  return !rolesMay(roles, 'statistics.read') && !roles.includes('driver')
}
