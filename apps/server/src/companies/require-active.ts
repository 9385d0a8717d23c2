import { DomainError } from '@dispecerat/domain/errors'
import type { Tx } from '../db/database.ts'
import { type CompanyFacts, findCompany } from './companies.store.ts'

/** GAP-08: after the trial's last day new orders go on for a week; the demo and paying companies have no last day. */
const GRACE_DAYS = 7

const DAY_FORMAT = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Bucharest' })

/** 'YYYY-MM-DD' where the companies are. */
export function bucharestDay(instant: Date): string {
  return DAY_FORMAT.format(instant)
}

/**
 * The company, if it may take new orders now. Trips that run and calls that ring never ask (decision 14).
 * Throws company.unknown and company.suspended.
 */
export async function requireActive(tx: Tx, companyId: number, now: Date): Promise<CompanyFacts> {
  const company = await findCompany(tx, companyId)
  if (!company) throw new DomainError('company.unknown')
  if (company.status === 'suspended' || isPastGrace(company, now)) throw new DomainError('company.suspended')
  return company
}

function isPastGrace({ status, trialUntil }: CompanyFacts, now: Date): boolean {
  if (status !== 'trial' || trialUntil === null) return false
  const lastDay = new Date(`${trialUntil}T00:00:00Z`)
  lastDay.setUTCDate(lastDay.getUTCDate() + GRACE_DAYS)
  return bucharestDay(now) > lastDay.toISOString().slice(0, 10)
}
