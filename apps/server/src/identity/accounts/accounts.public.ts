/**
 * Log-in and tokens. Owns users' credentials, access_tokens, login_devices, two_factor, recovery_codes, user_presence, set_up_links.
 * Records session_revoked {token_ids}, which every node handles and no client receives.
 * Emits account.email_changing, account.phone_changing, account.email_changed and account.sessions_ended.
 */

export { hashOfToken, newToken } from '../sessions/access-token.ts'
export { bindSession, cutOffDevice, DEVICE_BLOCKED } from '../sessions/device-sessions.store.ts'
export { KnownSessions } from '../sessions/known-sessions.ts'
export { closeSessions, SESSION_REVOKED } from '../sessions/revoke-session.ts'
export { removeTwoFactor } from '../two-factor/two-factor.store.ts'
export { closeResets, companyNames } from './account.store.ts'
export { AccountConflictLimiter } from './account-conflicts.ts'
export { openSessions } from './accounts.views.ts'
export { GuessGuard } from './guess-guard.ts'
export { openSession } from './log-in.ts'
export { hashPassword, passwordMatches, passwordsWaiting, turnOfAddress } from './password.ts'
export { mailFirstLinks, mailReset, tokenOfReset } from './reset-password.ts'
export { offerSetUp } from './set-up.ts'
export { refuseWeakPassword } from './weak-passwords.ts'
