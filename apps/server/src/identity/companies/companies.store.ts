import type { CompanyStatus } from '@dispecerat/domain/identity/company'
import type { CompanyApproval } from '@dispecerat/domain/identity/company-approval'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Actor } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isOfferedBy } from './services-offered.store.ts'

export interface CompanyFacts {
  companyId: CompanyId
  name: string
  packageId: number
  status: CompanyStatus
  approval: CompanyApproval
  /** Last day of the trial, 'YYYY-MM-DD' in Bucharest; null when there is none. */
  trialUntil: string | null
  lat: number | null
  lng: number | null
}

export async function findCompany(db: Db | Tx, companyId: CompanyId): Promise<CompanyFacts | null> {
  const row = await db
    .selectFrom('companies')
    .select(['id', 'name', 'package_id', 'status', 'approval', 'trial_until', 'lat', 'lng'])
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  const { id, name, package_id, status, approval, trial_until, lat, lng } = row
  return { companyId: id, name, packageId: package_id, status, approval, trialUntil: trial_until, lat, lng }
}

/** Ids of the companies whose partnership with this one was accepted, whichever of the two requested it. */
export async function partnersOf(db: Db | Tx, companyId: CompanyId): Promise<number[]> {
  const rows = await db
    .selectFrom('company_partners')
    .select((eb) =>
      eb
        .case()
        .when('company_id', '=', companyId)
        .then(eb.ref('partner_company_id'))
        .else(eb.ref('company_id'))
        .end()
        .as('id'),
    )
    .distinct()
    .where((eb) => eb.or([eb('company_id', '=', companyId), eb('partner_company_id', '=', companyId)]))
    .where('accepted_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Companies that show their cars on the public map (`public_live`): all of them, or only `companyId` when it is one. */
export async function publicCompanies(db: Db | Tx, companyId: CompanyId | null): Promise<CompanyId[]> {
  const rows = await db
    .selectFrom('company_settings')
    .innerJoin('companies', 'companies.id', 'company_settings.company_id')
    .select('companies.id')
    .where('public_live', '=', true)
    .where('status', '<>', 'suspended')
    .where('deleted_at', 'is', null)
    .$if(companyId !== null, (query) => query.where('companies.id', '=', companyId))
    .execute()
  return rows.map(({ id }) => id)
}

/** True when the company offers the service: one of the platform's, or its own. */
export async function serviceIsKnown(tx: Tx, companyId: CompanyId, serviceId: number): Promise<boolean> {
  const { rows } = await sql`select from services where id = ${serviceId} and ${isOfferedBy([companyId])}`.execute(tx)
  return rows.length > 0
}

/**
 * The default company of a record that names none: the first one of the actor's where the permission is held; for an administrator of the
 * platform the first one that they work for; null for users without a company.
 */
export async function companyOfActor(
  db: Db | Tx,
  { scope, userId }: Pick<Actor, 'scope' | 'userId'>,
): Promise<CompanyId | null> {
  if (scope.companies !== 'every') return scope.companies[0] ?? null
  const row = await db
    .selectFrom('user_companies')
    .select('company_id')
    .where('user_id', '=', userId)
    .orderBy('company_id')
    .limit(1)
    .executeTakeFirst()
  return row?.company_id ?? null
}
