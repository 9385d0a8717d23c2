import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { closeOtherSessions } from '../sessions/revoke-session.ts'
import {
  closeResets,
  lockAccount,
  type OwnAccount,
  ownAccount,
  ownScreenMessages,
  saveAccount,
} from './account.store.ts'
import type { Guess } from './guess-guard.ts'
import { hashPassword } from './password.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

/** The actor's own account; every token has one. */
export async function accountOf(server: Server, actor: Actor): Promise<OwnAccount> {
  const account = actor.userId === null ? null : await ownAccount(server.db, actor.userId)
  if (!account) throw new DomainError('account.token_invalid')
  return account
}

/** Throws FieldErrors on `field` unless the password is the account's. */
export async function requirePassword(
  account: OwnAccount,
  { password, guess, field }: { password: string; guess: Guess; field: string },
): Promise<void> {
  guess.requireCapacity()
  if (await guess.passwordMatches(account.passwordHash, password)) return guess.succeeded()
  throw new FieldErrors({ [field]: ['Parola nu este bună'] })
}

/** Changes one's own password after checking the old one; every other session closes. Throws FieldErrors on old_password and password. */
export async function changePassword(
  server: Server,
  actor: Actor,
  { tokenId, oldPassword, password, guess }: { tokenId: number; oldPassword: string; password: string; guess: Guess },
): Promise<{ userId: UserId }> {
  const account = await accountOf(server, actor)
  await requirePassword(account, { password: oldPassword, guess, field: 'old_password' })
  await refuseWeakPassword(password, { own: ownScreenMessages(account) })
  const passwordHash = await hashPassword(password)
  return write(server, actor, async (tx) => {
    await lockAccount(tx, account.userId)
    const now = server.clock.now()
    const meanwhile = await ownAccount(tx, account.userId)
    if (meanwhile?.passwordHash !== account.passwordHash) {
      throw new FieldErrors({ old_password: ['Parola s-a schimbat între timp'] })
    }
    await savePassword(tx, actor, account, { passwordHash, now })
    await closeOtherSessions(tx, server.domainEvents, { userId: account.userId, keep: tokenId, now })
    return { userId: account.userId }
  })
}

/** Saves the new hash, closes every open link and records the change; closing sessions is left to the calling function. */
export async function savePassword(
  tx: Tx,
  actor: Actor,
  { userId, companyId }: Pick<OwnAccount, 'userId' | 'companyId'>,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await saveAccount(tx, userId, { password_hash: passwordHash })
  await closeResets(tx, userId, now)
  const entry = { entity: 'user', entityId: userId, companyId, action: 'password' }
  await recordAudit(tx, actor, { ...entry, before: null, after: null }, now)
}
