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
}

/** Why no message, call or filing leaves for the company, or null. */
export function whyNothingLeaves({ approval, isEmailProved }: Vetting): 'not_approved' | 'email_not_proved' | null {
  if (approval === 'waiting' || approval === 'refused') return 'not_approved'
  return isEmailProved ? null : 'email_not_proved'
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
