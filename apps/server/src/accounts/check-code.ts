import { DomainError } from '@dispecerat/domain/errors'
import type { Clock } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'
import { saveStep, spendRecoveryCode, type TwoFactorRow } from './two-factor.store.ts'

const DIGITS = /^\d{6}$/
/** A million codes, three of them good at a time: nobody guesses one by ten in a quarter of an hour. */
const TRIES = { most: 10, seconds: 15 * 60 }

export const SECRET_COLUMN = 'two_factor.secret'

/** The factor with its secret as the application has it. Throws SealError: a secret that does not open lets nobody in. */
export function openFactor(seal: Seal, factor: TwoFactorRow): TwoFactorRow {
  return { ...factor, secret: seal.open(factor.secret, SECRET_COLUMN) }
}

/**
 * Spends a code of the application or from paper; the factor's row is held by the caller. A code that opened something,
 * or is older than one that did, opens nothing. Throws account.code_wrong.
 */
export async function spendCode(
  tx: Tx,
  { userId, factor, code, now }: { userId: number; factor: TwoFactorRow; code: string; now: Date },
): Promise<void> {
  const digits = code.replace(/\s/g, '')
  if (DIGITS.test(digits)) {
    const step = stepOfCode(factor.secret, digits, now)
    if (step === null || step <= factor.lastStep) throw new DomainError('account.code_wrong')
    await saveStep(tx, userId, step)
    return
  }
  const isSpent = factor.confirmedAt !== null && (await spendRecoveryCode(tx, userId, hashOfRecoveryCode(code), now))
  if (!isSpent) throw new DomainError('account.code_wrong')
}

/** Slows down whoever guesses the codes of one account, from however many addresses; right ones never count. */
export class CodeGuard {
  readonly #tries: RateLimiter

  constructor(clock: Clock) {
    this.#tries = new RateLimiter(TRIES, clock)
  }

  /** Throws TooManyRequests, or what `check` throws. */
  async watch<T>(userId: number, check: () => Promise<T>): Promise<T> {
    const takeBack = this.#tries.take(String(userId))
    try {
      const result = await check()
      takeBack()
      return result
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'account.code_wrong')) takeBack()
      throw error
    }
  }
}
