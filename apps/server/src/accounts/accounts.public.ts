/**
 * Who logs in, and with which token. Owns users' credentials, access_tokens, user_presence, set_up_links.
 * Records session_revoked {token_ids}, which every node hears and no client.
 */
export { KnownSessions } from './known-sessions.ts'
export { LoginGuard } from './login-guard.ts'
export { hashPassword } from './password.ts'
export { closeSessions, SESSION_REVOKED } from './revoke-session.ts'
export { offerSetUp } from './set-up.ts'
