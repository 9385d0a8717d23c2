import type { CompanyCui } from '@dispecerat/contract/identity/company-cuis'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

type Row = Omit<CompanyCui, 'verified_at' | 'others'> & { verified_at: Date | null }
type OtherRow = Omit<CompanyCui['others'][number], 'created_at'> & { created_at: Date }

/** For platform administrators, because it names other companies. Throws company.unknown. */
export async function companyCuiView(db: Db, scope: Scope, companyId: CompanyId): Promise<CompanyCui> {
  const { rows } = await sql<Row>`
    select companies.cui, proof.verified_at, users.name as verified_by
    from companies
    left join company_cuis as proof on proof.company_id = companies.id
    left join users on users.id = proof.verified_by
    where companies.id = ${companyId} and companies.deleted_at is null and ${ofCompanies(scope, 'companies.id')}
  `.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('company.unknown')
  const others = row.cui === null ? [] : await othersWith(db, row.cui, companyId)
  return { ...row, verified_at: row.verified_at && toWireTime(row.verified_at), others }
}

/** The approved company first, then the others in the order of their claims. */
async function othersWith(db: Db, cui: string, companyId: CompanyId): Promise<CompanyCui['others']> {
  const { rows } = await sql<OtherRow>`
    select companies.id as company_id, companies.name, proof.cui is not null as cui_verified, companies.created_at
    from companies left join company_cuis as proof on proof.company_id = companies.id and proof.cui = ${cui}
    where (companies.cui = ${cui} or proof.cui is not null) and companies.id <> ${companyId}
      and companies.deleted_at is null
    order by proof.cui is null, companies.created_at, companies.id limit 50
  `.execute(db)
  return rows.map((row) => ({ ...row, created_at: toWireTime(row.created_at) }))
}
