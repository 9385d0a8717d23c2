import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Actor, Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** Companies whose rules the actor may read, in Romanian name order. */
export async function companiesOf(db: Db, scope: Scope): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from companies where deleted_at is null and ${ofCompanies(scope, 'id')}
    order by name collate "und-x-icu", id limit 500
  `.execute(db)
  return rows
}

/**
 * The company whose rules are requested: the given one, otherwise the actor's first, otherwise (for actors who see every company and belong
 * to none) the oldest. Throws `company.unknown` when it is not one of the actor's.
 */
export async function chosenCompanyOf(db: Db | Tx, actor: Actor, wanted: number | undefined): Promise<CompanyId> {
  const { rows } = await sql<{ id: CompanyId }>`
    select c.id from companies c
    left join user_companies m on m.company_id = c.id and m.user_id = ${actor.userId}
    where c.deleted_at is null and ${ofCompanies(actor.scope, 'c.id')}
      and ${wanted === undefined ? sql`true` : sql`c.id = ${wanted}`}
    order by (m.user_id is null), c.id limit 1
  `.execute(db)
  const company = rows[0]
  if (!company) throw new DomainError('company.unknown')
  return company.id
}

/** Serialises writers of one company's rules; FOR NO KEY UPDATE does not block foreign key checks on the row. */
export async function lockRulesOf(tx: Tx, companyId: CompanyId): Promise<void> {
  await sql`select 1 from companies where id = ${companyId} for no key update`.execute(tx)
}
