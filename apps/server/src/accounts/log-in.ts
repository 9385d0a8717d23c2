import { isBanned } from '@dispecerat/domain/ban'
import { DomainError } from '@dispecerat/domain/errors'
import type { Clock } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import { kindOfError } from '../kind-of-error.ts'
import type { Server } from '../server.ts'
import { hashOfToken, newToken, sessionEnd } from './access-token.ts'
import { type CodeGuard, openFactor, spendCode } from './check-code.ts'
import { bannedError } from './known-sessions.ts'
import { passwordMatches } from './password.ts'
import { insertSession } from './sessions.store.ts'
import { beginGrace, lockTwoFactor } from './two-factor.store.ts'
import { findCredentials } from './users.store.ts'

export interface Credentials {
  email: string
  password: string
  device?: string | undefined
  /** Of an account with a second factor. */
  code?: string | undefined
  /** Where the request came from, for the log. */
  ip: string
}

/** Of the second factor at a login. */
export interface SecondFactor {
  codes: CodeGuard
  /** How long administrators may do without one after their first login; null: for ever. */
  graceDays: number | null
}

const DAY_MS = 24 * 3_600_000

/**
 * Opens a session. A wrong e-mail and a wrong password sound alike and take as long; that an account is banned or closed
 * is told only to who knows its password. A banned driver comes in: his phone must show him until when.
 * Throws account.bad_credentials, account.banned, account.inactive, and of an account with a second factor account.code_needed, account.code_wrong.
 */
export async function logIn(
  server: Server,
  given: Credentials,
  factor: SecondFactor,
): Promise<{ token: string; userId: number }> {
  const account = await findCredentials(server.db, given.email)
  const about = { user_id: account?.id ?? null, ip: given.ip, with_code: given.code !== undefined }
  try {
    const opened = await openFor(server, account, given, factor)
    server.log.info(about, 'log-in accepted')
    return opened
  } catch (error) {
    server.log.info(
      { ...about, code: error instanceof DomainError ? error.code : kindOfError(error) },
      'log-in refused',
    )
    throw error
  }
}

async function openFor(
  server: Server,
  account: Awaited<ReturnType<typeof findCredentials>>,
  given: Credentials,
  factor: SecondFactor,
): Promise<{ token: string; userId: number }> {
  if (!(await passwordMatches(account?.passwordHash ?? null, given.password)) || !account) {
    throw new DomainError('account.bad_credentials')
  }
  const now = server.clock.now()
  if (!account.isActive) throw new DomainError('account.inactive')
  if (!account.drives && isBanned(account.banUntil, now)) throw bannedError(account)
  const userId = account.id
  const token = await server.db.transaction().execute(async (tx) => {
    await requireSecondFactor(tx, server.seal, { userId, code: given.code, clock: server.clock, codes: factor.codes })
    if (factor.graceDays !== null) await beginGrace(tx, userId, new Date(now.getTime() + factor.graceDays * DAY_MS))
    return openSession(tx, { userId, device: given.device ?? null, now })
  })
  return { token, userId }
}

/** That a code is needed is told only to who knows the password. */
async function requireSecondFactor(
  tx: Tx,
  seal: Seal,
  { userId, code, clock, codes }: { userId: number; code: string | undefined; clock: Clock; codes: CodeGuard },
): Promise<void> {
  const factor = await lockTwoFactor(tx, userId)
  if (!factor?.confirmedAt) return
  if (!code) throw new DomainError('account.code_needed')
  await codes.watch(userId, () => spendCode(tx, { userId, factor: openFactor(seal, factor), code, clock }))
}

/** The only moment the token itself exists here; the row keeps its hash. */
export async function openSession(
  tx: Tx,
  { userId, device, now }: { userId: number; device: string | null; now: Date },
): Promise<string> {
  const token = newToken()
  await insertSession(tx, { tokenHash: hashOfToken(token), userId, device, now, expiresAt: sessionEnd(now) })
  return token
}
