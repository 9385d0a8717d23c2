import type { Allowance } from '../../../realtime/token-bucket.ts'

/** Why an exchange did not do what it was asked; counted, never with a number or a name. docs/telephone.md says what each means. */
export const SIP_REFUSALS = [
  'malformed',
  'oversized',
  'unauthenticated',
  'no_proof',
  'forged_nonce',
  'somebody_elses',
  'not_permitted',
  'flood',
  'too_many_calls',
  'slow_reader',
  'silent',
  'too_many_sockets',
  'relay',
  'stranger',
  'broken',
] as const
export type SipRefusal = (typeof SIP_REFUSALS)[number]

/** What a flood was made of, where it is counted by kind. */
export const FLOODED_WITH = ['REGISTER', 'INVITE', 'OPTIONS'] as const
export type FloodedWith = (typeof FLOODED_WITH)[number]

/** What one socket may send; a page with fifteen callers that all hang up at once stays below. */
export const SOCKET_MESSAGES: Allowance = { burst: 400, perSecond: 60 }
export const SOCKET_REGISTERS: Allowance = { burst: 12, perSecond: 1 }
export const SOCKET_QUESTIONS: Allowance = { burst: 10, perSecond: 1 }
/** Twice an account's: a phone that is not known yet asks, is challenged, and asks again. */
export const SOCKET_INVITES: Allowance = { burst: 100, perSecond: 10 }
export const ACCOUNT_INVITES: Allowance = { burst: 40, perSecond: 5 }

export const MAX_CALLS_OF_ACCOUNT = 32
export const MAX_FRAME_BYTES = 64 * 1024
/** A phone that reads nothing is cut off before it costs memory. */
export const MAX_UNREAD_BYTES = 512 * 1024
export const MAX_WRONG_PASSWORDS = 6
/** A socket floods, is told so, and is cut off when it goes on. */
export const MAX_FLOODED = 500
