import { isBanned } from '@dispecerat/domain/fleet/ban'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import type { Seal } from '../../platform/db/seal.ts'
import { networkOf } from '../../platform/http/network-of-address.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { hashOfToken, newToken, sessionEnd } from '../sessions/access-token.ts'
import { bannedError } from '../sessions/known-sessions.ts'
import { findKnownDevice, rememberDevice } from '../sessions/login-devices.ts'
import { insertSession, type NewSession } from '../sessions/sessions.store.ts'
import { openFactor, spendCode } from '../two-factor/check-code.ts'
import { beginGrace, lockTwoFactor } from '../two-factor/two-factor.store.ts'
import type { Guess, GuessGuard } from './guess-guard.ts'
import { findCredentials } from './users.store.ts'

export interface Credentials {
  email: string
  password: string
  device?: string | undefined
  /** Required for an account with a second factor. */
  code?: string | undefined
  /** From an earlier log-in on this device; null: there was none; undefined: the client stores none. */
  device_token?: string | null | undefined
}

export interface LogInOptions {
  guard: GuessGuard
  /** The client's address. */
  address: string
  /** Days that administrators may work without a second factor after their first login; null: no limit. */
  graceDays: number | null
}

export interface OpenedLogIn {
  token: string
  /** Null when the client stores none. */
  deviceToken: string | null
  userId: UserId
}

const DAY_MS = 24 * 3_600_000

/**
 * Opens a session. A wrong e-mail and a wrong password get the same reply after the same time; a ban or a closed account is revealed only
 * with the right password. A banned driver may log in, because the phone shows the end of the ban. Throws account.bad_credentials,
 * account.banned, account.inactive, and for an account with a second factor account.code_needed, account.code_wrong.
 */
export async function logIn(server: Server, credentials: Credentials, options: LogInOptions): Promise<OpenedLogIn> {
  const { guard, address } = options
  const known = await findKnownDevice(server.db, credentials, server.clock.now())
  const guess = guard.ofLogIn(credentials.email, address, known)
  guess.requireCapacity()
  const account = await findCredentials(server.db, credentials.email)
  const about = { user_id: account?.id ?? null, ip: address, with_code: credentials.code !== undefined }
  try {
    const opened = await openFor(server, account, credentials, { guess, known, ...options })
    // Forty log-ins of a demo's own fleet would hide the accounts that the start prints.
    server.log[guard.trusts(address) ? 'debug' : 'info'](about, 'log-in accepted')
    return opened
  } catch (error) {
    server.log.info(
      { ...about, code: error instanceof DomainError ? error.code : kindOfError(error) },
      'log-in refused',
    )
    throw error
  }
}

type Opening = LogInOptions & { guess: Guess; known: Awaited<ReturnType<typeof findKnownDevice>> }

async function openFor(
  server: Server,
  account: Awaited<ReturnType<typeof findCredentials>>,
  credentials: Credentials,
  { guess, known, address, graceDays }: Opening,
): Promise<OpenedLogIn> {
  if (!(await guess.passwordMatches(account?.passwordHash ?? null, credentials.password)) || !account) {
    throw new DomainError('account.bad_credentials')
  }
  const now = server.clock.now()
  if (!account.isActive) throw new DomainError('account.inactive')
  if (!account.drives && isBanned(account.banUntil, now)) throw bannedError(account)
  const userId = account.id
  const opened = await server.db.transaction().execute(async (tx) => {
    await requireSecondFactor(tx, server.seal, { userId, code: credentials.code, clock: server.clock, guess })
    if (graceDays !== null) await beginGrace(tx, userId, new Date(now.getTime() + graceDays * DAY_MS))
    const { deviceToken, loginDeviceId } = await rememberDevice(tx, {
      userId,
      presentedToken: credentials.device_token,
      known,
      now,
    })
    const session = { userId, device: credentials.device ?? null, network: networkOf(address), loginDeviceId, now }
    return { token: await openSession(tx, session), deviceToken, userId }
  })
  guess.succeeded()
  return opened
}

/** Reveals that a code is needed only with the right password. */
async function requireSecondFactor(
  tx: Tx,
  seal: Seal,
  { userId, code, clock, guess }: { userId: UserId; code: string | undefined; clock: Clock; guess: Guess },
): Promise<void> {
  const factor = await lockTwoFactor(tx, userId)
  if (!factor?.confirmedAt) return
  if (!code) throw new DomainError('account.code_needed')
  await guess.watchCode(userId, () => spendCode(tx, { userId, factor: openFactor(seal, factor), code, clock }))
}

/** Returns the token, which exists in plain text only here; the row stores its hash. */
export async function openSession(tx: Tx, session: NewSession): Promise<string> {
  const token = newToken()
  await insertSession(tx, { ...session, tokenHash: hashOfToken(token), expiresAt: sessionEnd(session.now) })
  return token
}
