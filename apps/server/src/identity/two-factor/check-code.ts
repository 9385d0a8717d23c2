import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import type { Seal } from '../../platform/db/seal.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { newestStep, stepOfCode } from './totp.ts'
import { saltsOfRecoveryCodes, saveStep, spendRecoveryCode, type TwoFactorRow } from './two-factor.store.ts'

const DIGITS = /^\d{6}$/

export const SECRET_COLUMN = 'two_factor.secret'

/** The factor with its decrypted secret. Throws SealError: a secret that cannot be opened lets nobody log in. */
export function openFactor(seal: Seal, factor: TwoFactorRow): TwoFactorRow {
  return { ...factor, secret: seal.open(factor.secret, SECRET_COLUMN) }
}

/**
 * Uses up a TOTP code or a recovery code; the caller has locked the factor's row. A code that was used, or is older than a used one, is
 * refused. Throws account.code_wrong.
 */
export async function spendCode(
  tx: Tx,
  { userId, factor, code, clock }: { userId: UserId; factor: TwoFactorRow; code: string; clock: Clock },
): Promise<void> {
  const digits = code.replace(/\s/g, '')
  if (DIGITS.test(digits)) {
    const step = unspentStep(factor, digits, clock)
    if (step === null) throw new DomainError('account.code_wrong')
    await saveStep(tx, userId, step)
    return
  }
  if (factor.confirmedAt === null || !(await spendFromPaper(tx, userId, code, clock.now()))) {
    throw new DomainError('account.code_wrong')
  }
}

async function spendFromPaper(tx: Tx, userId: UserId, code: string, now: Date): Promise<boolean> {
  for (const salt of await saltsOfRecoveryCodes(tx, userId)) {
    if (await spendRecoveryCode(tx, userId, await hashOfRecoveryCode(code, salt), now)) return true
  }
  return false
}

/**
 * The telephone computes codes by its own clock, which after a step of the machine's clock may agree with either the server's or the wall
 * clock. A last step ahead of both was used while the clock was ahead, and would refuse every code until that time comes again, so it is
 * ignored.
 */
function unspentStep({ secret, lastStep }: TwoFactorRow, digits: string, clock: Clock): number | null {
  const times = [clock.now(), clock.wall()]
  const isSpentAhead = times.every((at) => lastStep > newestStep(at))
  const isUnspent = (step: number | null): step is number =>
    step !== null && (isSpentAhead ? step !== lastStep : step > lastStep)
  return times.map((at) => stepOfCode(secret, digits, at)).find(isUnspent) ?? null
}
