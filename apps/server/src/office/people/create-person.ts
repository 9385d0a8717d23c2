import type { BodyOf } from '@dispecerat/contract/kernel/endpoint'
import type { createPerson as endpoint } from '@dispecerat/contract/office/people'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordStatusChange } from '../../fleet/fleet.public.ts'
import { companyNames, hashPassword, mailReset, refuseWeakPassword } from '../../identity/accounts/accounts.public.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, renamed } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { addCheckedPerson, type NewPerson } from './add-person.ts'
import { isClientOnly, newPersonRules } from './new-person-rules.ts'

type Typed = BodyOf<typeof endpoint>

/** Maps the fields of a person to their wire names. */
export const PERSON_FIELDS = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  identifier: 'identifier',
  about: 'about',
  companyIds: 'company_ids',
  protocolParentUserId: 'protocol_parent_user_id',
  licenceNo: 'licence_no',
  licenceUntil: 'licence_until',
  attestationUntil: 'attestation_until',
} as const

/**
 * Adds a person and notifies every node of a new driver; a new colleague without a password is mailed a link to choose one. Throws
 * user.role_not_yours_to_grant, company.unknown, and FieldErrors with every invalid field.
 */
export async function createPerson(
  server: Server,
  actor: Actor,
  typed: Typed,
  consoleUrl: string,
): Promise<{ userId: UserId }> {
  const weakness = await weaknessOf(server, actor, typed)
  // Hashing takes 30 ms, so it happens before the transaction takes locks.
  const { password } = { ...typed }
  const passwordHash = password && !weakness && !actor.isDryRun ? await hashPassword(password) : null
  const person: NewPerson = Object.assign(renamed(typed, { ...PERSON_FIELDS, roles: 'roles' }), { passwordHash })
  return write(server, actor, async (tx) => {
    const now = server.clock.now()
    await checkAll(
      actor,
      ...newPersonRules(tx, actor, person),
      () => {
        if (typed.password && isClientOnly(person)) throw new FieldErrors({ password: ['Un client nu are parolă'] })
      },
      () => {
        if (weakness) throw weakness
      },
    )
    const { userId } = await addCheckedPerson(tx, actor, person, now)
    const { name, email, roles, companyIds } = person
    const [companyId = null] = companyIds
    const works = roles.some((role) => role !== 'client')
    if (works && email && passwordHash === null) {
      await mailReset(tx, { userId, companyId, email, consoleUrl, first: { name }, now })
    }
    if (roles.includes('driver')) await recordStatusChange(tx, userId, companyIds[0], now)
    return { userId }
  })
}

/** The errors of the password; checked before the transaction, which would hold its locks meanwhile. */
async function weaknessOf({ db }: Server, { scope }: Actor, typed: Typed): Promise<FieldErrors | null> {
  const { password, name, email, phone, company_ids: companyIds = [] } = { ...typed }
  if (!password) return null
  const { companies } = scope
  const own = companies === 'every' ? companyIds : companyIds.filter((id) => companies.includes(id))
  try {
    await refuseWeakPassword(password, { own: [name, email, phone, ...(await companyNames(db, own))] })
  } catch (error) {
    if (error instanceof FieldErrors) return error
    throw error
  }
  return null
}
