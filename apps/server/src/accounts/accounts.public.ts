/**
 * Who logs in, and with which token. Owns users' credentials, access_tokens, user_presence, set_up_links.
 * Records session_revoked {token_ids}, which every node hears and no client.
 */
export { hashPassword } from './password.ts'
export { closeSessions } from './revoke-session.ts'
