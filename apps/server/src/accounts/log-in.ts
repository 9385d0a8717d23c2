import { DomainError } from '@dispecerat/domain/errors'
import type { Tx } from '../db/database.ts'
import type { Server } from '../server.ts'
import { hashOfToken, newToken, sessionEnd } from './access-token.ts'
import { bannedError } from './known-sessions.ts'
import { passwordMatches } from './password.ts'
import { insertSession } from './sessions.store.ts'
import { findCredentials } from './users.store.ts'

export interface Credentials {
  email: string
  password: string
  device?: string | undefined
}

/**
 * Opens a session. A wrong e-mail and a wrong password sound alike and take as long; that an account is banned or closed
 * is told only to who knows its password. Throws account.bad_credentials, account.banned, account.inactive.
 */
export async function logIn(server: Server, given: Credentials): Promise<{ token: string; userId: number }> {
  const account = await findCredentials(server.db, given.email)
  if (!(await passwordMatches(account?.passwordHash ?? null, given.password)) || !account) {
    throw new DomainError('account.bad_credentials')
  }
  const now = server.clock.now()
  if (!account.isActive) throw new DomainError('account.inactive')
  if (account.banUntil !== null && account.banUntil >= now) throw bannedError(account)
  const token = await server.db
    .transaction()
    .execute((tx) => openSession(tx, { userId: account.id, device: given.device ?? null, now }))
  return { token, userId: account.id }
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
