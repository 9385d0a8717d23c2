export const COMPANY_STATUSES = ['trial', 'active', 'suspended'] as const
export type CompanyStatus = (typeof COMPANY_STATUSES)[number]

/** After the trial's last day new orders go on for a week; the demo and paying companies have no last day. */
const GRACE_DAYS = 7
/** How long before its end a trial is spoken of to who runs the company. */
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

/** Why no new order is taken today, or null. Trips that run and calls that ring never ask. */
export function whyNoNewOrders(standing: Standing, today: string): 'company.suspended' | 'company.trial_over' | null {
  if (standing.status === 'suspended') return 'company.suspended'
  const last = lastOrderDay(standing)
  return last !== null && today > last ? 'company.trial_over' : null
}

/** Days from one day to another; negative for one that is over. */
export function daysBetween(from: string, to: string): number {
  return Math.round((noonOf(to) - noonOf(from)) / 86_400_000)
}

function daysAfter(day: string, days: number): string {
  return new Date(noonOf(day) + days * 86_400_000).toISOString().slice(0, 10)
}

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`)
}

/** What a new company does first, in this order. */
export const FIRST_STEPS = ['place', 'zones', 'driver', 'phone'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
