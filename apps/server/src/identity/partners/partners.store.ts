import type { Partner } from '@dispecerat/contract/identity/partners'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Serialises requests between companies: two that request each other at once become partners. */
export async function lockPartners(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('partners'))`.execute(tx)
}

interface PartnerRow extends Omit<Partner, 'since'> {
  since: Date | null
}

/** Requests to this company first, then by name. */
export async function partnersOf(db: Db | Tx, companyId: CompanyId): Promise<Partner[]> {
  const { rows } = await sql<PartnerRow>`
    select companies.id as company_id, companies.name, told.state, told.since from (
      select case when company_id = ${companyId} then partner_company_id else company_id end as other,
        case when bool_or(accepted_at is not null) then 'accepted'
          when bool_or(company_id = ${companyId}) then 'asked_by_us' else 'asked_by_them' end as state,
        coalesce(min(accepted_at), min(asked_at)) as since
      from company_partners where company_id = ${companyId} or partner_company_id = ${companyId}
      group by other
    ) as told join companies on companies.id = told.other and companies.deleted_at is null
    order by told.state <> 'asked_by_them', search_fold(companies.name), companies.id
  `.execute(db)
  return rows.map((row) => ({ ...row, since: row.since && toWireTime(row.since) }))
}

/** The state between two companies, seen from the first; null: neither requested it. */
export async function partnership(tx: Tx, companyId: CompanyId, otherId: number): Promise<Partner['state'] | null> {
  const partners = await partnersOf(tx, companyId)
  return partners.find(({ company_id: id }) => id === otherId)?.state ?? null
}

/** Only an approved CUI identifies a company: otherwise one that typed another firm's CUI would receive the firm's orders. */
export async function companyOfCui(tx: Tx, cui: string): Promise<{ id: CompanyId; name: string } | undefined> {
  return tx
    .selectFrom('companies')
    .innerJoin('company_cuis', 'company_cuis.company_id', 'companies.id')
    .select(['companies.id', 'companies.name'])
    .where('company_cuis.cui', '=', cui)
    .where('companies.deleted_at', 'is', null)
    .executeTakeFirst()
}

/** E-mail addresses of the company's administrators. */
export async function addressesOfAdministrators(tx: Tx, companyId: CompanyId): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct email::text as email from users
    join user_companies on user_companies.user_id = users.id and company_id = ${companyId}
    join user_roles on user_roles.user_id = users.id and role = 'company_admin'
    where email is not null and users.is_active and users.deleted_at is null order by email
  `.execute(tx)
  return rows.map(({ email }) => email)
}

export async function insertQuestion(tx: Tx, companyId: CompanyId, otherId: CompanyId, now: Date): Promise<void> {
  await tx
    .insertInto('company_partners')
    .values({ company_id: companyId, partner_company_id: otherId, asked_at: now })
    .execute()
}

export async function saveAgreement(tx: Tx, askerId: CompanyId, requestedId: CompanyId, now: Date): Promise<void> {
  await tx
    .updateTable('company_partners')
    .set({ accepted_at: now })
    .where('company_id', '=', askerId)
    .where('partner_company_id', '=', requestedId)
    .execute()
}

/** Deletes it whichever of the two had requested it. */
export async function deletePartnership(tx: Tx, companyId: CompanyId, otherId: number): Promise<void> {
  await sql`
    delete from company_partners
    where (company_id, partner_company_id) in ((${companyId}, ${otherId}), (${otherId}, ${companyId}))
  `.execute(tx)
}

/** Throws company.unknown for another tenant's. */
export function requireOwn({ companies }: Scope, companyId: CompanyId): void {
  if (companies !== 'every' && !companies.includes(companyId)) throw new DomainError('company.unknown')
}
