import { FieldErrors } from '@dispecerat/domain/errors'
import { recordChange } from '../audit/audit.public.ts'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { type AccountFields, closeResets, isTaken, lockAccount, ownAccount, saveAccount } from './account.store.ts'
import { accountOf, requirePassword } from './change-password.ts'

export interface AccountEdit {
  name?: string | undefined
  /** E.164 */
  phone?: string | null | undefined
  email?: string | undefined
  /** Wanted when the e-mail changes. */
  password?: string | undefined
}

/** One's own name, phone and e-mail; another e-mail needs the password (GAP-07). Throws FieldErrors. */
export async function updateAccount(server: Server, caller: Caller, edit: AccountEdit): Promise<{ userId: number }> {
  const account = await accountOf(server, caller)
  const { userId } = account
  const changesMail = edit.email !== undefined && edit.email.toLowerCase() !== account.email?.toLowerCase()
  if (changesMail) {
    if (!edit.password) throw new FieldErrors({ password: ['Parola este obligatorie ca să schimbați e-mailul'] })
    await requirePassword(account, edit.password, 'password')
  }
  return write(server, caller, async (tx) => {
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
    if (edit.phone === null && !(edit.email ?? before?.email)) problems.phone = ['Telefonul este obligatoriu']
    if (Object.keys(problems).length > 0) throw new FieldErrors(problems)

    const fields: AccountFields = {
      ...(edit.name === undefined ? {} : { name: edit.name }),
      ...(edit.phone === undefined ? {} : { phone: edit.phone }),
      ...(changesMail && edit.email ? { email: edit.email } : {}),
    }
    await saveAccount(tx, userId, fields)
    if (changesMail) await closeResets(tx, userId, now)
    const was = { name: before?.name, phone: before?.phone, email: before?.email }
    const told = { entity: 'user', entityId: userId, companyId: account.companyId, action: 'changed' }
    await recordChange(tx, caller, { ...told, before: was, after: { ...was, ...fields } }, now)
    return { userId }
  })
}
