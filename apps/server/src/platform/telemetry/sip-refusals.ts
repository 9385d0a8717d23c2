/** Reasons why an exchange refused a request; counted, never with a number or a name. docs/telephone.md explains each. */
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

/** Methods by which floods are counted. */
export const FLOODED_WITH = ['REGISTER', 'INVITE', 'OPTIONS'] as const
export type FloodedWith = (typeof FLOODED_WITH)[number]
