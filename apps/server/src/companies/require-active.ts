import { bucharestDay } from '@dispecerat/domain/bucharest-day'
import { whyNoNewOrders } from '@dispecerat/domain/company'
import { DomainError } from '@dispecerat/domain/errors'
import type { Tx } from '../db/database.ts'
import { type CompanyFacts, findCompany } from './companies.store.ts'

export { bucharestDay } from '@dispecerat/domain/bucharest-day'

/**
 * The company, if it may take new orders now. Trips that run and calls that ring never ask (decision 14).
 * Throws company.unknown, company.suspended and company.trial_over.
 */
export async function requireActive(tx: Tx, companyId: number, now: Date): Promise<CompanyFacts> {
  const company = await findCompany(tx, companyId)
  if (!company) throw new DomainError('company.unknown')
  const why = whyNoNewOrders(company, bucharestDay(now))
  if (why) throw new DomainError(why)
  return company
}
