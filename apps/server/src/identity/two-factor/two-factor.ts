import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { audited } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { OwnAccount } from '../accounts/account.store.ts'
import { accountOf, requirePassword } from '../accounts/change-password.ts'
import type { Guess } from '../accounts/guess-guard.ts'
import { closeOtherSessions } from '../sessions/revoke-session.ts'
import { openFactor, SECRET_COLUMN, spendCode } from './check-code.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { newSecret, uriOfSecret } from './totp.ts'
import {
  lockTwoFactor,
  removeTwoFactor,
  replaceRecoveryCodes,
  saveBegun,
  saveConfirmed,
  type TwoFactorRow,
} from './two-factor.store.ts'

const recordUserChange = audited<object, CompanyId | null>({ entity: 'user' })

/** Disables idempotency: the first reply contains secrets and is not stored. */
const afresh = (actor: Actor): Actor => ({ ...actor, once: null })

/** Creates a secret after checking the account's password. Throws account.two_factor_is_on and FieldErrors on password. */
export async function beginTwoFactor(
  server: Server,
  actor: Actor,
  { password, guess }: { password: string; guess: Guess },
): Promise<{ secret: string; uri: string }> {
  const account = await accountOf(server, actor)
  await requirePassword(account, { password, guess, field: 'password' })
  const secret = newSecret()
  await write(server, afresh(actor), async (tx) => {
    const factor = await lockTwoFactor(tx, account.userId)
    if (factor?.confirmedAt) throw new DomainError('account.two_factor_is_on')
    await saveBegun(tx, account.userId, server.seal.seal(secret, SECRET_COLUMN), server.clock.now())
  })
  return { secret, uri: uriOfSecret(secret, account.email ?? account.phone ?? String(account.userId)) }
}

/**
 * Turns it on with the first code and returns the recovery codes once; the other sessions close. Throws account.two_factor_is_on,
 * account.two_factor_is_off, account.code_wrong.
 */
export async function confirmTwoFactor(
  server: Server,
  actor: Actor,
  { tokenId, code, guess }: { tokenId: number; code: string; guess: Guess },
): Promise<string[]> {
  const account = await accountOf(server, actor)
  const { userId } = account
  const made = await newRecoveryCodes()
  await write(server, afresh(actor), async (tx) => {
    const factor = await lockTwoFactor(tx, userId)
    const now = server.clock.now()
    if (!factor) throw new DomainError('account.two_factor_is_off')
    if (factor.confirmedAt) throw new DomainError('account.two_factor_is_on')
    const opened = openFactor(server.seal, factor)
    await guess.watchCode(userId, () => spendCode(tx, { userId, factor: opened, code, clock: server.clock }))
    await saveConfirmed(tx, userId, now)
    await replaceRecoveryCodes(tx, userId, { ...made, now })
    await recordUserChange(
      tx,
      actor,
      { id: account.userId, companyId: account.companyId, action: 'two_factor_on' },
      now,
    )
    await closeOtherSessions(tx, server.domainEvents, { userId, keep: tokenId, now })
  })
  return made.codes
}

export interface BothFactors {
  password: string
  code: string
  guess: Guess
}

/** Checks both factors, then runs the change. */
async function withBoth(
  server: Server,
  actor: Actor,
  { password, code, guess }: BothFactors,
  act: (tx: Tx, account: OwnAccount, now: Date) => Promise<void>,
): Promise<void> {
  const account = await accountOf(server, actor)
  await requirePassword(account, { password, guess, field: 'password' })
  await write(server, afresh(actor), async (tx) => {
    const factor = await lockedFactor(tx, account.userId)
    const now = server.clock.now()
    const { userId } = account
    const opened = openFactor(server.seal, factor)
    await guess.watchCode(userId, () => spendCode(tx, { userId, factor: opened, code, clock: server.clock }))
    await act(tx, account, now)
  })
}

/** Replaces the ten recovery codes. Throws account.two_factor_is_off, account.code_wrong, FieldErrors on password. */
export async function makeRecoveryCodes(server: Server, actor: Actor, factors: BothFactors): Promise<string[]> {
  const made = await newRecoveryCodes()
  await withBoth(server, actor, factors, async (tx, account, now) => {
    await replaceRecoveryCodes(tx, account.userId, { ...made, now })
    await recordUserChange(
      tx,
      actor,
      { id: account.userId, companyId: account.companyId, action: 'recovery_codes' },
      now,
    )
  })
  return made.codes
}

/** Turns the second factor off. Throws account.two_factor_is_off, account.code_wrong, FieldErrors on password. */
export async function endTwoFactor(server: Server, actor: Actor, factors: BothFactors): Promise<void> {
  await withBoth(server, actor, factors, async (tx, account, now) => {
    await removeTwoFactor(tx, account.userId)
    await recordUserChange(
      tx,
      actor,
      { id: account.userId, companyId: account.companyId, action: 'two_factor_off' },
      now,
    )
  })
}

async function lockedFactor(tx: Tx, userId: UserId): Promise<TwoFactorRow> {
  const factor = await lockTwoFactor(tx, userId)
  if (!factor?.confirmedAt) throw new DomainError('account.two_factor_is_off')
  return factor
}
