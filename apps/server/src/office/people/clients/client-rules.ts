import { mayAdminister, mayNote, mayReadPeople } from '@dispecerat/domain/identity/role-grants'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { recordAudit } from '../../../platform/audit/audit.public.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { findAccount } from '../person-rules.ts'
import { type ClientRecord, findClientRecord, lockClientRecord } from './client-record.store.ts'

const CLIENT = ['client'] as const

/** The permission of an actor for a client of their companies; the same whoever has the phone. */
export function mayChangeClient({ roles }: Actor): 'administer' | 'note' | 'nothing' {
  if (mayAdminister(roles, CLIENT)) return 'administer'
  return mayNote(roles, CLIENT) ? 'note' : 'nothing'
}

/**
 * A user whom the actor's companies know as a client and whose account the actor cannot read: an account is opened by working for the
 * company, never by a phone number. Null for any other user.
 */
export async function findClient(db: Db, actor: Actor, userId: UserId): Promise<ClientRecord | null> {
  if (!mayReadPeople(actor.roles, 'client') || (await findAccount(db, actor, userId))) return null
  return findClientRecord(db, userId, actor.scope)
}

/** Like `findClient`, locked until the transaction ends. */
export async function lockClient(tx: Tx, actor: Actor, userId: UserId): Promise<ClientRecord | null> {
  if (!mayReadPeople(actor.roles, 'client') || (await findAccount(tx, actor, userId))) return null
  return lockClientRecord(tx, userId, actor.scope)
}

/** Throws user.not_yours_to_edit. */
export function requireClientAdministered(actor: Actor): void {
  if (mayChangeClient(actor) !== 'administer') throw new DomainError('user.not_yours_to_edit')
}

/** Records the change in the audit log of each company that has the client. */
export async function recordClientChange(
  tx: Tx,
  actor: Actor,
  { userId, companyIds }: Pick<ClientRecord, 'userId' | 'companyIds'>,
  { now, ...change }: { action: string; before: object | null; after: object | null; now: Date },
): Promise<void> {
  for (const companyId of companyIds)
    await recordAudit(tx, actor, { entity: 'client', entityId: userId, companyId, ...change }, now)
}
