import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import {
  closeResets,
  closeSessions,
  companyNames,
  hashPassword,
  mailReset,
  refuseWeakPassword,
} from '../../../identity/accounts/accounts.public.ts'
import { recordAudit } from '../../../platform/audit/audit.public.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import { write } from '../../../platform/db/write.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import { savePerson } from '../person.store.ts'
import { companyOf, lockPerson, requireAdministered, requireAnother, requireWhole } from '../person-rules.ts'

interface Input {
  /** Without one, a link to choose it is mailed. */
  password?: string | undefined
  consoleUrl: string
}

/**
 * Sets a person's password and closes their sessions, or mails a link. One's own password is changed on the account page, with the old one.
 * Throws user.unknown, user.not_yours_to_edit, user.is_yourself, user.is_super_user, user.works_elsewhere and FieldErrors.
 */
export async function resetPersonPassword(
  server: Server,
  actor: Actor,
  userId: UserId,
  { password, consoleUrl }: Input,
): Promise<{ isMailed: boolean }> {
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return write(server, actor, async (tx) => {
    const person = await lockPerson(tx, actor, userId)
    const now = server.clock.now()
    requireAnother(actor, person)
    requireAdministered(actor, person)
    requireWhole(actor, person)
    const companyId = companyOf(actor, person)
    const entry = { entity: 'user', entityId: userId, companyId, before: null, after: null }
    if (passwordHash === undefined) {
      if (person.email === null)
        throw new FieldErrors({ email: ['Contul nu are e-mail; alegeți dumneavoastră parola'] })
      const first = person.hasPassword ? {} : { first: { name: person.name ?? '' } }
      await mailReset(tx, { userId, companyId, email: person.email, consoleUrl, ...first, now })
      await recordAudit(tx, actor, { ...entry, action: 'password_link' }, now)
      return { isMailed: true }
    }
    const { name, email, phone, companyIds } = person
    await refuseWeakPassword(password ?? '', { own: [name, email, phone, ...(await companyNames(tx, companyIds))] })
    await savePerson(tx, userId, { passwordHash })
    await closeResets(tx, userId, now)
    await recordAudit(tx, actor, { ...entry, action: 'password' }, now)
    await closeSessions(tx, server.domainEvents, { userId, now })
    return { isMailed: false }
  })
}
