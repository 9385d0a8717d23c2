import type { BodyOf } from '@dispecerat/contract/endpoint'
import type { createPerson as endpoint } from '@dispecerat/contract/people'
import { companyNames, hashPassword, mailReset, refuseWeakPassword } from '../accounts/accounts.public.ts'
import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import { recordStatusChange } from '../fleet/fleet.public.ts'
import type { Server } from '../server.ts'
import { addPerson } from './add-person.ts'

/**
 * `addPerson` as a verb of its own; a new driver is told to every node, and who comes to work without a password is mailed a link to
 * choose it. Throws what `addPerson` throws, and FieldErrors on password.
 */
export async function createPerson(
  server: Server,
  caller: Caller,
  given: BodyOf<typeof endpoint>,
  consoleUrl: string,
): Promise<{ userId: number }> {
  const { name, email, phone, identifier, roles, company_ids: companyIds, password, about } = given
  if (password) {
    const { companies } = caller.scope
    const own = companies === 'every' ? companyIds : companyIds.filter((id) => companies.includes(id))
    await refuseWeakPassword(password, { own: [name, email, phone, ...(await companyNames(server.db, own))] })
  }
  const passwordHash = password ? await hashPassword(password) : null
  return write(server, caller, async (tx) => {
    const now = server.clock.now()
    const { userId } = await addPerson(
      tx,
      caller,
      {
        ...{ name, roles, companyIds, passwordHash },
        ...{ email: email ?? null, phone: phone ?? null, identifier: identifier ?? null, about: about ?? null },
        protocolParentUserId: given.protocol_parent_user_id ?? null,
        licenceNo: given.licence_no ?? null,
        licenceUntil: given.licence_until ?? null,
        attestationUntil: given.attestation_until ?? null,
      },
      now,
    )
    const [companyId = null] = companyIds
    const works = roles.some((role) => role !== 'client')
    if (works && email && passwordHash === null) {
      await mailReset(tx, { userId, companyId, email, consoleUrl, first: { name }, now })
    }
    if (roles.includes('driver')) await recordStatusChange(tx, userId, companyIds[0], now)
    return { userId }
  })
}
