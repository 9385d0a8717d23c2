import type { Role, WithheldBy } from '@dispecerat/domain/permissions'

/**
 * Whose rows a caller may touch; decided once from the token's user and the permission of the endpoint, and applied by the stores.
 */
export interface Scope {
  /** 'every' for admins; otherwise the companies the user belongs to that have not withheld the permission. */
  companies: 'every' | readonly number[]
  /** Set for accounts that see only what is their own: a protocol company's or a client's. */
  ownUserId: number | null
  /**
   * Of a client's session: `ownUserId` has this phone, and only rows of which that user is the client are open, never those the user placed,
   * pays or works on.
   */
  clientPhone?: string
}

export interface Once {
  /** Of the Idempotency-Key header; null when the client sent none. */
  key: string | null
  /** Hash of method, address and body. */
  fingerprint: string
  /** Set by `write`: nothing ran, the result is that of a commit whose answer was lost. */
  isRepeat?: boolean
}

export type InitiatorKind = 'dispatcher' | 'driver' | 'client' | 'company' | 'admin' | 'system'

/** Who does something: a logged user, or the system when a timer is due. */
export interface Actor {
  userId: number | null
  kind: InitiatorKind
  roles: readonly Role[]
  /** Permissions that companies of the scope took from the roles. */
  withheldBy?: WithheldBy | undefined
  scope: Scope
  /** What is to run once: what came with an Idempotency-Key, and what creates something; otherwise null. */
  once: Once | null
  /** Some fields of the request are wrong: the verb runs as far as its rules, and nothing is written. */
  isDryRun?: boolean
  /** Where the request came from, for the log of changes; the clock has none. */
  ip?: string
}

/** The caller of everything the clock starts. */
export const SYSTEM: Actor = {
  userId: null,
  kind: 'system',
  roles: [],
  scope: { companies: 'every', ownUserId: null },
  once: null,
}
