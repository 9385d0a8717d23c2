/**
 * The application of a company's clients: they log in with a code sent to their phone, order, follow, cancel and rate. Owns client_codes
 * and client_sessions. Records no events of its own.
 */
export { codeOfClient } from './begin-log-in.ts'
export { findClientLogin } from './known-clients.ts'
