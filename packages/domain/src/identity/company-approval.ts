import type { CompanyStatus } from './company.ts'

/** open: signed up where no approval is needed; waiting and refused: no messages leave and no orders are dispatched. */
export const COMPANY_APPROVALS = ['open', 'waiting', 'approved', 'refused'] as const
export type CompanyApproval = (typeof COMPANY_APPROVALS)[number]

/** off: sign-up creates no company; approval: the company waits for the platform; open: it starts at once. */
export const SIGN_UP_MODES = ['off', 'approval', 'open'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

export interface Vetting {
  approval: CompanyApproval
  isEmailProved: boolean
  status: CompanyStatus
}

/**
 * Reason why no message or call leaves for the company, or null. `isForRunning`: about a running order or an account's log-in. A suspended
 * company takes no new orders, so such messages end by themselves within a trip.
 */
export function whyNothingLeaves(
  { approval, isEmailProved, status }: Vetting,
  { isForRunning = false } = {},
): 'not_approved' | 'email_not_proved' | 'suspended' | null {
  if (approval === 'waiting' || approval === 'refused') return 'not_approved'
  if (!isEmailProved) return 'email_not_proved'
  return status === 'suspended' && !isForRunning ? 'suspended' : null
}

/** Reason why a company that was not approved takes no orders, or null. */
export function whyNotApproved(approval: CompanyApproval): 'company.waiting' | 'company.refused' | null {
  if (approval === 'waiting') return 'company.waiting'
  return approval === 'refused' ? 'company.refused' : null
}

/** Approved or paying companies have the full quotas, all others those of a trial. */
export function hasFullQuotas({ approval, status }: { approval: CompanyApproval; status: CompanyStatus }): boolean {
  return approval === 'approved' || (approval === 'open' && status === 'active')
}
