export const COMPANY_STATUSES = ['trial', 'active', 'suspended'] as const
export type CompanyStatus = (typeof COMPANY_STATUSES)[number]

/** Days after the trial's last day during which new orders are still accepted; the demo and paying companies have no last day. */
const GRACE_DAYS = 7
/** Days before its end at which the company's administrators are notified that a trial ends. */
export const TRIAL_NOTICE_DAYS = 7

/** Days are 'YYYY-MM-DD' in Bucharest. */
export interface Standing {
  status: CompanyStatus
  /** The trial's last day; null when it has none. */
  trialUntil: string | null
}

/** The last day on which a company on trial may take new orders; null: there is none. */
export function lastOrderDay({ status, trialUntil }: Standing): string | null {
  return status === 'trial' && trialUntil !== null ? daysAfter(trialUntil, GRACE_DAYS) : null
}

/** Reason why no new order is accepted today, or null. Running trips and ringing calls are not checked. */
export function whyNoNewOrders(standing: Standing, today: string): 'company.suspended' | 'company.trial_over' | null {
  if (standing.status === 'suspended') return 'company.suspended'
  const last = lastOrderDay(standing)
  return last !== null && today > last ? 'company.trial_over' : null
}

/** Days from one day to another; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((noonOf(to) - noonOf(from)) / 86_400_000)
}

function daysAfter(day: string, days: number): string {
  return new Date(noonOf(day) + days * 86_400_000).toISOString().slice(0, 10)
}

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`)
}

/** Set-up steps of a new company, in this order. */
export const FIRST_STEPS = ['place', 'zones', 'driver', 'phone'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
