import type { Server } from '../../platform/lifecycle/server.ts'
import { proveChangedEmail } from './prove-email.ts'

export { tokenOfProof } from './prove-email.ts'

/** Sign-up of companies and the proof of their e-mail. Owns company_email_proofs and companies.email_proved_by. */
export function subscribeAccounts({ domainEvents }: Server): void {
  domainEvents.on('account.email_changed', proveChangedEmail)
}
