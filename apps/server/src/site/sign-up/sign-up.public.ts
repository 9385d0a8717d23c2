/**
 * Sign-up of companies and the proof of their e-mail. Owns company_email_proofs and companies.email_proved_by; handles
 * account.email_changed.
 */
export { tokenOfProof } from './prove-email.ts'
