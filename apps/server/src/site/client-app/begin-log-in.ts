import crypto from 'node:crypto'
import { QuotaExceeded } from '@dispecerat/domain/identity/quota'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import { takesSms } from '@dispecerat/domain/kernel/phone'
import { hashPassword } from '../../identity/accounts/accounts.public.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { smsPrefixesOf } from '../../platform/limits/limits.public.ts'
import { CODE_MARK, companyNamed, contentOf, queueSms } from '../../platform/outbox/outbox.public.ts'
import { type CodeOwner, insertRequest, saveCode } from './client-codes.store.ts'
import { hasClientApp } from './companies-with-app.store.ts'

const DIGITS = 6
const MINUTES = 5

/**
 * Queues an SMS with a code. Neither the effects nor the reply depend on whether the company knows the phone, or on who has it. `isShown`:
 * in a demo the text in the outbox contains the code; otherwise it is created when the message is sent. Throws client_app.off,
 * client_app.no_codes_left, FieldErrors on phone.
 */
export async function beginLogIn(server: Server, owner: CodeOwner, { isShown }: { isShown: boolean }): Promise<void> {
  const { companyId, phone } = owner
  const code = isShown ? await newCode() : null
  await server.db.transaction().execute(async (tx) => {
    const now = server.clock.now()
    if (!(await hasClientApp(tx, companyId))) throw new DomainError('client_app.off')
    if (!takesSms(phone, await smsPrefixesOf(tx, companyId))) {
      throw new FieldErrors({ phone: ['Numărul nu poate primi SMS de la această companie'] })
    }
    await insertRequest(tx, owner, now)
    if (code) await saveCode(tx, owner, { codeHash: code.hash, ...timesOf(now) })
    const { name: companie } = await companyNamed(tx, companyId)
    const content = await contentOf(tx, 'client_code', companyId, { companie, cod: code?.digits ?? CODE_MARK })
    const sms = {
      companyId,
      to: phone,
      text: content?.text ?? '',
      isSecret: code === null,
      overQuota: 'refuse',
    } as const
    await queueSms(tx, sms, now).catch((error: unknown) => {
      throw error instanceof QuotaExceeded ? new DomainError('client_app.no_codes_left') : error
    })
  })
  server.committed()
}

/** A new code for a message that is sent now; null once the request is too old, or another phone's. */
export async function codeOfClient(
  { db, clock }: Pick<Server, 'db' | 'clock'>,
  owner: CodeOwner,
): Promise<string | null> {
  const { digits, hash } = await newCode()
  return (await saveCode(db, owner, { codeHash: hash, ...timesOf(clock.now()) })) ? digits : null
}

/** Uses a slow hash: with a copy of the table, trying a million codes takes longer than a code is valid. */
async function newCode(): Promise<{ digits: string; hash: string }> {
  const digits = String(crypto.randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  return { digits, hash: await hashPassword(digits) }
}

function timesOf(now: Date): { expiresAt: Date; since: Date } {
  const span = MINUTES * 60_000
  return { expiresAt: new Date(now.getTime() + span), since: new Date(now.getTime() - span) }
}
