import { whyNoNewOrders } from '@dispecerat/domain/identity/company'
import { whyNotApproved } from '@dispecerat/domain/identity/company-approval'
import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Tx } from '../../platform/db/database.ts'
import { countNewOrder } from '../../platform/limits/limits.public.ts'
import { type CompanyFacts, findCompany } from './companies.store.ts'

export { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'

/**
 * Returns the company if it may take one more order now, and counts the order. Running trips and ringing calls never check it. Throws
 * company.unknown, company.waiting, company.refused, company.suspended, company.trial_over and QuotaExceeded.
 */
export async function requireActive(tx: Tx, companyId: CompanyId, now: Date): Promise<CompanyFacts> {
  const company = await findCompany(tx, companyId)
  if (!company) throw new DomainError('company.unknown')
  const why = whyNotApproved(company.approval) ?? whyNoNewOrders(company, bucharestDay(now))
  if (why) throw new DomainError(why)
  await countNewOrder(tx, companyId, now)
  return company
}
