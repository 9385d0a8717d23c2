import type { Allowance } from '../../../platform/realtime/token-bucket.ts'

/** Rate limit of one socket; a page with fifteen callers that all hang up at once stays below. */
export const SOCKET_MESSAGES: Allowance = { burst: 400, perSecond: 60 }
export const SOCKET_REGISTERS: Allowance = { burst: 12, perSecond: 1 }
export const SOCKET_QUESTIONS: Allowance = { burst: 10, perSecond: 1 }
/** Twice an account's: an unauthenticated phone sends each request twice, before and after the challenge. */
export const SOCKET_INVITES: Allowance = { burst: 100, perSecond: 10 }
export const ACCOUNT_INVITES: Allowance = { burst: 40, perSecond: 5 }

export const MAX_CALLS_OF_ACCOUNT = 32
export const MAX_FRAME_BYTES = 64 * 1024
/** A phone that reads nothing is disconnected before it costs memory. */
export const MAX_UNREAD_BYTES = 512 * 1024
export const MAX_WRONG_PASSWORDS = 6
/** A flooding socket gets refusals, and is closed after so many. */
export const MAX_FLOODED = 500
