import type { Company, CompanySort, CompanyStanding } from '@dispecerat/contract/identity/companies'
import { type CompanyStatus, lastOrderDay, whyNoNewOrders } from '@dispecerat/domain/identity/company'
import { type CompanyApproval, whyNotApproved } from '@dispecerat/domain/identity/company-approval'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface CompanyFilter {
  search?: string | undefined
  status?: CompanyStatus | undefined
  approval?: CompanyApproval | undefined
  package_id?: number | undefined
  sort: CompanySort
}

interface CompanyRow extends Omit<Company, 'created_at' | 'logo'> {
  created_at: Date
  logo_version: number | null
}

export async function companyPage(
  db: Db,
  scope: Scope,
  filter: CompanyFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ data: Company[]; meta: { total: number; total_is_capped: boolean; page: number; per_page: number } }> {
  const where = whereOf(scope, filter)
  const [{ rows }, counted] = await Promise.all([
    sql<CompanyRow>`${companyRows(where)} order by ${orderOf(filter.sort)}
      limit ${perPage} offset ${(page - 1) * perPage}`.execute(db),
    sql<{ n: number }>`select count(*) as n from companies where ${where}`.execute(db),
  ])
  const meta = { total: counted.rows[0]?.n ?? 0, total_is_capped: false, page, per_page: perPage }
  return { data: rows.map(companyFromRow), meta }
}

/** Every company of the list, in the form that `companyFromRow` reads. */
export function companyExport(scope: Scope, filter: CompanyFilter): RawBuilder<CompanyRow> {
  return sql<CompanyRow>`${companyRows(whereOf(scope, filter))} order by ${orderOf(filter.sort)}`
}

/** Throws company.unknown for another tenant's. */
export async function companyView(db: Db, scope: Scope, id: number): Promise<Company> {
  const where = sql<boolean>`companies.id = ${id} and ${whereOf(scope, { sort: 'name' })}`
  const { rows } = await sql<CompanyRow>`${companyRows(where)}`.execute(db)
  if (!rows[0]) throw new DomainError('company.unknown')
  return companyFromRow(rows[0])
}

interface StandingRow extends Pick<CompanyStanding, 'approval' | 'approval_reason' | 'is_email_proved'> {
  id: number
  name: string
  status: CompanyStatus
  trialUntil: string | null
}

/** By name; `today` is the day in Bucharest. */
export async function standingViews(db: Db, scope: Scope, today: string): Promise<CompanyStanding[]> {
  const { rows } = await sql<StandingRow>`
    select id, name, status, trial_until as "trialUntil", approval, approval_reason, is_email_proved from companies
    where deleted_at is null and ${ofCompanies(scope, 'companies.id')}
    order by search_fold(name), id limit 200
  `.execute(db)
  return rows.map(({ id, name, status, trialUntil, ...vetting }) => ({
    company_id: id,
    name,
    status,
    trial_until: trialUntil,
    orders_until: lastOrderDay({ status, trialUntil }),
    takes_orders: (whyNotApproved(vetting.approval) ?? whyNoNewOrders({ status, trialUntil }, today)) === null,
    ...vetting,
  }))
}

function companyRows(where: RawBuilder<boolean>): RawBuilder<CompanyRow> {
  const people = (role: string) => sql<number>`(
    select count(*) from user_companies as works
    join user_roles as role on role.user_id = works.user_id and role.role = ${role}
    join users on users.id = works.user_id and users.deleted_at is null
    where works.company_id = companies.id)`
  return sql<CompanyRow>`
    select companies.id, companies.cui, euid, companies.name, address, lat, lng, companies.phone, description, package_id, status,
      trial_until, approval, approval_reason, is_email_proved, logo_version, companies.created_at, companies.version,
      exists (select from company_cuis where company_id = companies.id) as cui_verified,
      ${people('driver')} as drivers_count, ${people('dispatcher')} as operators_count
    from companies where ${where}
  `
}

export function companyFromRow({ logo_version: logo, ...row }: CompanyRow): Company {
  return {
    ...row,
    logo: logo === null ? null : `/api/companies/${row.id}/logo?at=${logo}`,
    created_at: toWireTime(row.created_at),
  }
}

function whereOf(
  scope: Scope,
  { search, status, approval, package_id: packageId }: CompanyFilter,
): RawBuilder<boolean> {
  const searchTerms = (search ?? '').split(/\s+/).filter((word) => word !== '')
  const where = [
    sql`companies.deleted_at is null`,
    sql`${ofCompanies(scope, 'companies.id')}`,
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(approval === undefined ? [] : [sql`approval = ${approval}`]),
    ...(packageId === undefined ? [] : [sql`package_id = ${packageId}`]),
    ...searchTerms.map((word) => {
      const like = `%${word.replace(/[\\%_]/g, '\\$&')}%`
      return sql`search_fold(concat_ws(' ', companies.name, address, cui, companies.phone)) like search_fold(${like})`
    }),
  ]
  return sql<boolean>`${sql.join(where, sql` and `)}`
}

function orderOf(sort: CompanySort): RawBuilder<unknown> {
  const way = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  const by: Record<string, RawBuilder<unknown>> = {
    status: sql`array_position(array['suspended', 'trial', 'active'], status) ${way}`,
    trial_until: sql`trial_until ${way}`,
    created_at: sql`companies.created_at ${way}`,
    drivers_count: sql`drivers_count ${way}`,
  }
  return sql`${by[sort.replace('-', '')] ?? sql`search_fold(companies.name) ${way}`}, companies.id`
}
