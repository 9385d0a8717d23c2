import type { NarrowedRole } from '@dispecerat/domain/identity/permissions'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface RevokedPermissions {
  version: number
  /** 'dispatcher users.ban'. */
  lines: string[]
}

/** Throws company.unknown for another tenant's. */
export async function revokedPermissions(db: Db | Tx, scope: Scope, companyId: CompanyId): Promise<RevokedPermissions> {
  const { rows } = await sql<RevokedPermissions>`
    select withheld_version as version,
      array(select role || ' ' || permission from revoked_permissions where company_id = companies.id) as lines
    from companies where id = ${companyId} and deleted_at is null and ${ofCompanies(scope, 'companies.id')}
  `.execute(db)
  if (!rows[0]) throw new DomainError('company.unknown')
  return rows[0]
}

/** Revokes and restores permissions of a role; `version` is the new one. */
export async function saveRevokedPermissions(
  tx: Tx,
  input: {
    companyId: CompanyId
    role: NarrowedRole
    taken: readonly string[]
    granted: readonly string[]
    version: number
  },
): Promise<void> {
  const { companyId, role, taken, granted, version } = input
  await sql`
    delete from revoked_permissions where company_id = ${companyId} and role = ${role} and permission = any(${[...granted]}::text[])
  `.execute(tx)
  await sql`
    insert into revoked_permissions (company_id, role, permission)
    select ${companyId}, ${role}, permission from unnest(${[...taken]}::text[]) as permission on conflict do nothing
  `.execute(tx)
  await tx.updateTable('companies').set({ withheld_version: version }).where('id', '=', companyId).execute()
}
