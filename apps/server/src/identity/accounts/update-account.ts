import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type AccountFields, closeResets, isTaken, lockAccount, ownAccount, saveAccount } from './account.store.ts'
import { accountOf, requirePassword } from './change-password.ts'
import type { Guess } from './guess-guard.ts'

export interface AccountEdit {
  name?: string | undefined
  /** E.164 */
  phone?: string | null | undefined
  email?: string | undefined
  /** Required when the e-mail or the phone changes. */
  password?: string | undefined
}

export interface UpdateAccountOptions {
  guess: Guess
  /** The base URL of mailed links. */
  consoleUrl: string
}

/** One's own name, phone and e-mail; another e-mail or phone needs the password. Throws FieldErrors and TooManyRequests. */
export async function updateAccount(
  server: Server,
  actor: Actor,
  edit: AccountEdit,
  { guess, consoleUrl }: UpdateAccountOptions,
): Promise<{ userId: UserId }> {
  const account = await accountOf(server, actor)
  const { userId } = account
  const changesMail = edit.email !== undefined && edit.email.toLowerCase() !== account.email?.toLowerCase()
  const changesPhone = edit.phone !== undefined && edit.phone !== account.phone
  if (changesMail || changesPhone) {
    const what = changesMail ? 'e-mailul' : 'telefonul'
    if (!edit.password) throw new FieldErrors({ password: [`Parola este obligatorie ca să schimbați ${what}`] })
    await requirePassword(account, { password: edit.password, guess, field: 'password' })
  }
  return write(server, actor, async (tx) => {
    await lockAccount(tx, userId)
    const now = server.clock.now()
    const before = await ownAccount(tx, userId)
    const problems: Record<string, string[]> = {}
    if (edit.phone && edit.phone !== before?.phone && (await isTaken(tx, 'phone', edit.phone, userId))) {
      problems.phone = ['Numărul este folosit de alt cont']
    }
    if (changesMail && edit.email && (await isTaken(tx, 'email', edit.email, userId))) {
      problems.email = ['E-mailul este folosit de alt cont']
    }
    const conflicts = Object.keys(problems).length
    if (edit.phone === null && !(edit.email ?? before?.email)) problems.phone = ['Telefonul este obligatoriu']
    if (Object.keys(problems).length > 0) throw new FieldErrors(problems, conflicts)

    const fields: AccountFields = {
      ...(edit.name === undefined ? {} : { name: edit.name }),
      ...(changesMail && edit.email ? { email: edit.email } : {}),
    }
    if (fields.email) await server.domainEvents.emit(tx, 'account.email_changing', { email: fields.email })
    // Before the phone: a user row without phone and e-mail would have no identity.
    await saveAccount(tx, userId, fields)
    const { phone } = edit
    if (phone !== undefined) await server.domainEvents.emit(tx, 'account.phone_changing', { userId, phone, now })
    if (changesMail) await closeResets(tx, userId, now)
    if (fields.email) {
      await server.domainEvents.emit(tx, 'account.email_changed', { userId, email: fields.email, consoleUrl, now })
    }
    const typed = edit.phone === undefined ? {} : { phone: edit.phone }
    const was = { name: before?.name, phone: before?.phone, email: before?.email }
    const entry = { entity: 'user', entityId: userId, companyId: account.companyId, action: 'changed' }
    await recordAudit(tx, actor, { ...entry, before: was, after: { ...was, ...fields, ...typed } }, now)
    return { userId }
  })
}
