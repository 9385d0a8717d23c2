import type { Role } from '@dispecerat/domain/identity/permissions'
import { changedRoles, grantableRoles } from '@dispecerat/domain/identity/role-grants'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordStatusChange } from '../../../fleet/fleet.public.ts'
import { closeSessions } from '../../../identity/accounts/accounts.public.ts'
import { recordAudit } from '../../../platform/audit/audit.public.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { write } from '../../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../../platform/http/read-version.ts'
import type { Server } from '../../../platform/lifecycle/server.ts'
import { type PersonRecord, savePerson, saveRoles } from '../person.store.ts'
import { openContract, saveDriverOf } from '../person-parts.store.ts'
import {
  companyOf,
  lockPerson,
  requireAdministered,
  requireAnother,
  requireMovable,
  requireWhole,
} from '../person-rules.ts'

/**
 * Replaces a person's roles. No user changes their own, or grants or revokes one above their own; sessions close, because their permissions
 * were cached. Throws user.unknown, user.not_yours_to_edit, user.role_not_yours_to_grant, user.is_yourself, user.is_super_user,
 * user.works_elsewhere, user.changed_meanwhile and FieldErrors on `roles`.
 */
export async function setRoles(
  server: Server,
  actor: Actor,
  { userId, version }: { userId: UserId; version: ReadVersion },
  roles: readonly Role[],
): Promise<{ userId: UserId }> {
  return write(server, actor, async (tx) => {
    const person = await lockPerson(tx, actor, userId)
    const now = server.clock.now()
    requireAnother(actor, person)
    const grantable = grantableRoles(actor.roles)
    if (changedRoles(person.roles, roles).some((role) => !grantable.includes(role))) {
      throw new DomainError('user.role_not_yours_to_grant')
    }
    requireAdministered(actor, person)
    requireWhole(actor, person)
    requireFresh(version, person, 'user.changed_meanwhile')
    await requirePossible(person, roles)

    await saveRoles(tx, userId, roles)
    await addWork(tx, person, roles, now)
    await savePerson(tx, userId, {})
    const entry = { entity: 'user', entityId: userId, companyId: companyOf(actor, person), action: 'changed' }
    const before = { roles: [...person.roles].sort() }
    await recordAudit(tx, actor, { ...entry, before, after: { roles: [...roles].sort() } }, now)
    await closeSessions(tx, server.domainEvents, { userId, now })
    if (roles.includes('driver')) await recordStatusChange(tx, userId, person.companyIds[0], now)
    return { userId }
  })
}

async function requirePossible(person: PersonRecord, roles: readonly Role[]): Promise<void> {
  const works = roles.some((role) => role !== 'client' && role !== 'admin')
  if (works && person.companyIds.length === 0) throw new FieldErrors({ roles: ['Alegeți întâi compania'] })
  const drivesOrOrders = roles.includes('driver') || roles.includes('company')
  if (drivesOrOrders && person.companyIds.length > 1) {
    throw new FieldErrors({ roles: ['Șoferii și conturile protocol aparțin unei singure companii'] })
  }
  if (person.roles.includes('driver') && !roles.includes('driver') && person.isOnShift) {
    throw new FieldErrors({ roles: ['Șoferul este în tură; rolul se retrage după ce o închide'] })
  }
}

async function addWork(tx: Tx, person: PersonRecord, roles: readonly Role[], now: Date): Promise<void> {
  const [companyId] = person.companyIds
  if (companyId === undefined) return
  if (roles.includes('driver') && person.driverCompanyId !== companyId) {
    if (person.driverCompanyId !== null) requireMovable(person, 'roles')
    await saveDriverOf(tx, person.userId, companyId, now)
  }
  if (roles.includes('company')) await openContract(tx, person.userId, companyId)
}
