import type { CompanyStatus } from './company.ts'

/** open: signed up where nobody approves; waiting and refused: nothing leaves and nothing is dispatched. */
export const COMPANY_APPROVALS = ['open', 'waiting', 'approved', 'refused'] as const
export type CompanyApproval = (typeof COMPANY_APPROVALS)[number]

/** Whether sign-up makes no company, one that waits for the platform, or one that starts at once. */
export const SIGN_UP_MODES = ['off', 'approval', 'open'] as const
export type SignUpMode = (typeof SIGN_UP_MODES)[number]

export interface Vetting {
  approval: CompanyApproval
  isEmailProved: boolean
  status: CompanyStatus
}

/**
 * Why no message or call leaves for the company, or null. `isForRunning`: about an order that runs, or the way into an account. A suspended
 * company takes no new order, so that these end by themselves within a trip.
 */
export function whyNothingLeaves(
  { approval, isEmailProved, status }: Vetting,
  { isForRunning = false } = {},
): 'not_approved' | 'email_not_proved' | 'suspended' | null {
  if (approval === 'waiting' || approval === 'refused') return 'not_approved'
  if (!isEmailProved) return 'email_not_proved'
  return status === 'suspended' && !isForRunning ? 'suspended' : null
}

/** Why a company that was not approved takes no orders, or null. */
export function whyNotApproved(approval: CompanyApproval): 'company.waiting' | 'company.refused' | null {
  if (approval === 'waiting') return 'company.waiting'
  return approval === 'refused' ? 'company.refused' : null
}

/** Vetted by the platform, or paying: limits are generous. Everybody else has those of a trial. */
export function hasFullQuotas({ approval, status }: { approval: CompanyApproval; status: CompanyStatus }): boolean {
  return approval === 'approved' || (approval === 'open' && status === 'active')
}
