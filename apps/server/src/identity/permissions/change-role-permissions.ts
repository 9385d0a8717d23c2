import type { RolePermissions } from '@dispecerat/contract/identity/permissions'
import {
  NARROWED_ROLES,
  type NarrowedRole,
  type Permission,
  type Role,
  revocablePermissions,
  revokedPermission,
  rolesMay,
} from '@dispecerat/domain/identity/permissions'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../platform/audit/audit.public.ts'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { lockCompany } from '../companies/company-profile.store.ts'
import { revokedPermissions, saveRevokedPermissions } from './revoked-permissions.store.ts'

/** Throws company.unknown for another tenant's. */
export async function rolePermissionsView(
  db: Db,
  { scope, roles }: { scope: Scope; roles: readonly Role[] },
  companyId: CompanyId,
): Promise<RolePermissions> {
  const { version, lines } = await revokedPermissions(db, scope, companyId)
  const roleViews = NARROWED_ROLES.map((role) => ({
    role,
    may_edit: mayNarrow(roles, role),
    words: revocablePermissions(role).map((permission) => ({
      word: permission,
      is_given: !lines.includes(revokedPermission(role, permission)),
    })),
  }))
  return { company_id: companyId, version, roles: roleViews }
}

/** Throws company.changed_meanwhile, user.role_not_yours_to_grant; FieldErrors on `permissions` that the role never had or must keep. */
export function changeRolePermissions(
  server: Server,
  actor: Actor,
  companyId: CompanyId,
  input: { role: NarrowedRole; words: readonly { word: Permission; is_given: boolean }[]; version: ReadVersion },
): Promise<{ companyId: CompanyId }> {
  const { role, words: permissions } = input
  if (!mayNarrow(actor.roles, role)) throw new DomainError('user.role_not_yours_to_grant')
  const open = revocablePermissions(role)
  const others = permissions.filter(({ word: permission }) => !open.includes(permission))
  if (others.length > 0)
    throw new FieldErrors({ words: [`Nu se pot schimba: ${others.map((o) => o.word).join(', ')}`] })
  return write(server, actor, async (tx) => {
    await lockCompany(tx, actor.scope, companyId)
    const { version, lines } = await revokedPermissions(tx, actor.scope, companyId)
    requireFresh(input.version, { version }, 'company.changed_meanwhile')
    const granted = permissions.filter(({ is_given }) => is_given).map(({ word: permission }) => permission)
    const taken = permissions.filter(({ is_given }) => !is_given).map(({ word: permission }) => permission)
    await saveRevokedPermissions(tx, { companyId, role, granted, taken, version: version + 1 })
    const was = (permission: Permission) => !lines.includes(revokedPermission(role, permission))
    const before = Object.fromEntries(
      permissions.map(({ word: permission }) => [revokedPermission(role, permission), was(permission)]),
    )
    const after = Object.fromEntries(
      permissions.map(({ word: permission, is_given }) => [revokedPermission(role, permission), is_given]),
    )
    const about = { entity: 'permissions', entityId: companyId, companyId, action: 'changed' }
    const now = server.clock.now()
    await recordAudit(tx, actor, { ...about, before, after }, now)
    await record(tx, [{ event: 'permissions_changed', toCompanies: [companyId], data: { company_id: companyId } }], now)
    return { companyId }
  })
}

/** Users cannot narrow their own role: administrators of companies are narrowed by the platform. */
function mayNarrow(roles: readonly Role[], role: NarrowedRole): boolean {
  return rolesMay(roles, role === 'company_admin' ? 'companies.administer' : 'company_settings.edit')
}
