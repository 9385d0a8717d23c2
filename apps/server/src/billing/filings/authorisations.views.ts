import type { EfacturaAuthorisation } from '@dispecerat/contract/billing/efactura'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { sql } from 'kysely'
import type { Efactura } from '../../adapters/authorities/authorities.ts'
import { chosenCompany } from '../../identity/companies/companies.public.ts'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db } from '../../platform/db/database.ts'

interface Row {
  verified: string | null
  /** Null: never authorised, or authorised for a CUI that the company no longer has. */
  state: 'active' | 'revoked' | 'refused' | null
  authorised_by: string | null
  authorised_at: Date | null
  expires_at: Date | null
}

/** Throws company.unknown. */
export async function authorisationView(
  db: Db,
  efactura: Efactura | null,
  { scope, companyId: requestedId, now }: { scope: Scope; companyId: CompanyId; now: Date },
): Promise<EfacturaAuthorisation> {
  const companyId = await chosenCompany(db, scope, requestedId)
  const { rows } = await sql<Row>`
    select proof.cui as verified, given.state, users.name as authorised_by, given.authorised_at,
      given.access_expires_at as expires_at
    from companies
    left join company_cuis as proof on proof.company_id = companies.id
    left join efactura_authorisations as given on given.company_id = companies.id and given.cui = proof.cui
    left join users on users.id = given.authorised_by
    where companies.id = ${companyId}
  `.execute(db)
  const { verified = null, ...row } = rows[0] ?? {
    state: null,
    authorised_by: null,
    authorised_at: null,
    expires_at: null,
  }
  const { state, authorised_by, authorised_at, expires_at } = row
  const isOver = state === 'active' && expires_at !== null && expires_at <= now
  return {
    state: isOver ? 'expired' : (state ?? 'none'),
    is_offered: efactura?.oauth != null,
    uses_own_token: verified !== null && efactura?.ownToken?.cui === verified,
    cui: verified,
    authorised_by,
    authorised_at: authorised_at && toWireTime(authorised_at),
    expires_at: expires_at && toWireTime(expires_at),
  }
}
