import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { findCompany } from './companies.store.ts'

/**
 * The company of a new record: the requested one, or the only one visible to the actor. Throws `company.unknown` for another tenant's,
 * FieldErrors on `company_id` when it must be named.
 */
export async function chosenCompany(
  db: Db | Tx,
  { companies }: Scope,
  requestedId: CompanyId | undefined,
): Promise<CompanyId> {
  const only = companies !== 'every' && companies.length === 1 ? companies[0] : undefined
  const companyId = requestedId ?? only
  if (companyId === undefined) throw new FieldErrors({ company_id: ['Alegeți compania'] })
  const isMine = companies === 'every' ? (await findCompany(db, companyId)) !== null : companies.includes(companyId)
  if (!isMine) throw new DomainError('company.unknown')
  return companyId
}
