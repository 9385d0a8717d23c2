import type { PublicMap } from '@dispecerat/contract/site/public-map'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** By name, with whether each company shows its cars publicly. */
export async function publicMapViews(db: Db, scope: Scope): Promise<PublicMap[]> {
  const { rows } = await sql<PublicMap>`
    select c.id as company_id, c.name, coalesce(s.public_live, false) as public_live
    from companies c left join company_settings s on s.company_id = c.id
    where c.deleted_at is null
      and ${ofCompanies(scope, 'c.id')}
    order by c.name collate ${sql.raw('"und-x-icu"')}, c.id
  `.execute(db)
  return rows
}

export async function savePublicMap(tx: Tx, companyId: CompanyId, isPublic: boolean): Promise<void> {
  await tx
    .insertInto('company_settings')
    .values({ company_id: companyId, public_live: isPublic })
    .onConflict((conflict) =>
      conflict
        .column('company_id')
        .doUpdateSet((eb) => ({ public_live: isPublic, version: eb('company_settings.version', '+', 1) })),
    )
    .execute()
}
