import type { RevokedBy, Role } from '@dispecerat/domain/identity/permissions'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'

/**
 * Rows an actor may read or change. Built once per request from the token's user and the permission of the endpoint; every store applies
 * it.
 */
export interface Scope {
  /** 'every' for admins; otherwise the companies the user belongs to that have not revoked the permission. */
  companies: 'every' | readonly CompanyId[]
  /** Set for accounts that see only their own rows: those of a protocol company or of a client. */
  ownUserId: UserId | null
  /**
   * Set for a client's session: the phone of `ownUserId`. Only rows of which that user is the client are open, never those the user placed,
   * pays or works on.
   */
  clientPhone?: string
}

export interface Once {
  /** The value of the Idempotency-Key header; null when the client sent none. */
  key: string | null
  /** Hash of method, address and body. */
  fingerprint: string
  /** Set by `write` when nothing ran: the result is that of an earlier commit whose reply was lost. */
  isRepeat?: boolean
}

export type InitiatorKind = 'dispatcher' | 'driver' | 'client' | 'company' | 'admin' | 'system'

/** The authenticated principal of a command: a user, or the system when a timer is due. */
export interface Actor {
  userId: UserId | null
  kind: InitiatorKind
  roles: readonly Role[]
  /** Permissions that companies of the scope have revoked from the roles. */
  revokedBy?: RevokedBy | undefined
  scope: Scope
  /** Makes the command run once: set for requests with an Idempotency-Key and for those that create something; otherwise null. */
  once: Once | null
  /** Some fields of the request are invalid: the command runs its rules only, and nothing is written. */
  isDryRun?: boolean
  /** The client's address, for the audit log; absent for the system. */
  ip?: string
}

/** The actor of everything that a timer starts. */
export const SYSTEM: Actor = {
  userId: null,
  kind: 'system',
  roles: [],
  scope: { companies: 'every', ownUserId: null },
  once: null,
}
