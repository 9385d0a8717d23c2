import type { CompanyStatus } from '@dispecerat/domain/identity/company'
import type { CompanyApproval } from '@dispecerat/domain/identity/company-approval'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** Fields that a company edits itself. */
export interface ProfileFields {
  name: string
  address: string | null
  lat: number | null
  lng: number | null
  phone: string | null
  description: string | null
}

export interface LockedCompany extends ProfileFields {
  id: CompanyId
  status: CompanyStatus
  trialUntil: string | null
  approval: CompanyApproval
  smsPrefixes: string[]
  logoVersion: number | null
  version: number
}

/** A company of the scope, locked; orders that reference it are not blocked. Throws company.unknown. */
export async function lockCompany(tx: Tx, scope: Scope, id: number): Promise<LockedCompany> {
  const { rows } = await sql<LockedCompany>`
    select id, name, address, lat, lng, phone, description, status, trial_until as "trialUntil",
      approval, sms_prefixes as "smsPrefixes", logo_version as "logoVersion", version
    from companies where id = ${id} and deleted_at is null and ${ofCompanies(scope, 'companies.id')} for no key update
  `.execute(tx)
  if (!rows[0]) throw new DomainError('company.unknown')
  return rows[0]
}

export function profileOf({ name, address, lat, lng, phone, description }: ProfileFields): ProfileFields {
  return { name, address, lat, lng, phone, description }
}

export async function saveProfile(tx: Tx, company: LockedCompany, fields: ProfileFields): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ ...fields, version: company.version + 1 })
    .where('id', '=', company.id)
    .execute()
}

export async function saveStatus(
  tx: Tx,
  company: LockedCompany,
  { status, trialUntil }: { status: CompanyStatus; trialUntil: string | null },
): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ status, trial_until: trialUntil, version: company.version + 1 })
    .where('id', '=', company.id)
    .execute()
}

export async function saveApproval(
  tx: Tx,
  company: LockedCompany,
  { approval, reason }: { approval: CompanyApproval; reason: string | null },
): Promise<void> {
  const columns = { approval, approval_reason: reason, version: company.version + 1 }
  await tx.updateTable('companies').set(columns).where('id', '=', company.id).execute()
}

export async function saveSmsPrefixes(tx: Tx, companyId: CompanyId, prefixes: readonly string[]): Promise<void> {
  await tx
    .updateTable('companies')
    .set({ sms_prefixes: [...prefixes] })
    .where('id', '=', companyId)
    .execute()
}

export type LogoType = 'image/png' | 'image/jpeg' | 'image/svg+xml'

export interface Logo {
  contentType: LogoType
  bytes: Buffer
}

/** Browsers cache a picture by its URL, so each version has its own number. */
export async function saveLogo(
  tx: Tx,
  company: Pick<LockedCompany, 'id' | 'version'>,
  logo: Logo | null,
): Promise<void> {
  await tx.deleteFrom('company_logos').where('company_id', '=', company.id).execute()
  if (logo) {
    const row = { company_id: company.id, content_type: logo.contentType, bytes: logo.bytes }
    await tx.insertInto('company_logos').values(row).execute()
  }
  const version = company.version + 1
  await tx
    .updateTable('companies')
    .set({ logo_version: logo ? version : null, version })
    .where('id', '=', company.id)
    .execute()
}

/** Throws company.unknown for another tenant's, company.no_logo without one. */
export async function logoOf(db: Db, scope: Scope, companyId: CompanyId): Promise<Logo> {
  const { rows } = await sql<{ contentType: LogoType | null; bytes: Buffer }>`
    select logo.content_type as "contentType", logo.bytes
    from companies left join company_logos as logo on logo.company_id = companies.id
    where companies.id = ${companyId} and companies.deleted_at is null and ${ofCompanies(scope, 'companies.id')}
  `.execute(db)
  const row = rows[0]
  if (!row) throw new DomainError('company.unknown')
  if (row.contentType === null) throw new DomainError('company.no_logo')
  return { contentType: row.contentType, bytes: row.bytes }
}
