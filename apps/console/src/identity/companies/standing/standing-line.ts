/* Not in its component's file, which exports only components: the unit test imports this. */
import type { CompanyStanding } from '@dispecerat/contract/identity/companies'
import { daysBetween, TRIAL_NOTICE_DAYS } from '@dispecerat/domain/identity/company'
import { companyStatusMessages as messages } from './standing-messages.ts'

export interface CompanyStatusLine {
  kind: 'soon' | 'grace' | 'stopped'
  text: string
}

/**
 * The notice about a company, if any. Stopped orders concern everybody who takes them; a running trial, only those
 * who manage the company. `name` is left out with a single company.
 */
export function companyStatusLine(
  standing: CompanyStanding,
  { today, name, runsIt }: { today: string; name: string | null; runsIt: boolean },
): CompanyStatusLine | null {
  const { status, trial_until: until, orders_until: last, takes_orders: takes, approval } = standing
  /* Shown separately, with the reason. */
  if (approval === 'waiting' || approval === 'refused') return null
  if (!takes) return { kind: 'stopped', text: status === 'suspended' ? messages.suspended(name) : messages.over(name) }
  if (!runsIt || status !== 'trial' || until === null) return null
  const days = daysBetween(today, until)
  if (days < 0) return { kind: 'grace', text: messages.grace(name, until, last) }
  return days <= TRIAL_NOTICE_DAYS ? { kind: 'soon', text: messages.endsSoon(name, until, days) } : null
}
