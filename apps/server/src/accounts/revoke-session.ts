import { DomainError } from '@dispecerat/domain/errors'
import type { Actor } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import type { DomainEvents } from '../db/domain-events.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { forgetDevices, forgetDevicesOfSessions } from './login-devices.store.ts'
import { revokeSessions, revokeSessionsBut } from './sessions.store.ts'

/** Heard by every node: the token is forgotten and its websockets are closed. Sent to no client. */
export const SESSION_REVOKED = 'session_revoked'

/**
 * Closes one of the caller's own sessions; who logs out (`keepsDevice`) leaves a device that is known, another session may be on one
 * that was lost. Throws session.unknown for anybody else's.
 */
export async function revokeSession(
  server: Server,
  actor: Actor,
  tokenId: number,
  { keepsDevice = false } = {},
): Promise<{ tokenId: number }> {
  return write(server, actor, async (tx) => {
    const { userId } = actor
    const closed = userId === null ? [] : await revokeSessions(tx, userId, tokenId, server.clock.now())
    if (userId === null || closed.length === 0) throw new DomainError('session.unknown')
    if (!keepsDevice) await forgetDevicesOfSessions(tx, closed)
    await emitSessionsEnded(tx, server.domainEvents, { userId, closed, now: server.clock.now() })
    return { tokenId }
  })
}

/** A new password closes every session but the one it was chosen in. */
export async function closeOtherSessions(
  tx: Tx,
  domainEvents: DomainEvents,
  { userId, keep, now }: { userId: number; keep: number; now: Date },
): Promise<void> {
  const closed = await revokeSessionsBut(tx, userId, keep, now)
  await forgetDevices(tx, userId, keep)
  await emitSessionsEnded(tx, domainEvents, { userId, closed, now })
}

/** For other verbs that take access away: closes all sessions of a user, or one, with the devices they are on, and tells every node. */
export async function closeSessions(
  tx: Tx,
  domainEvents: DomainEvents,
  { userId, tokenId = null, now }: { userId: number; tokenId?: number | null; now: Date },
): Promise<number[]> {
  const closed = await revokeSessions(tx, userId, tokenId, now)
  if (tokenId === null) await forgetDevices(tx, userId, null)
  else await forgetDevicesOfSessions(tx, closed)
  await emitSessionsEnded(tx, domainEvents, { userId, closed, now })
  return closed
}

/** Every node forgets the sessions, and what was handed out in them ends with them. */
export async function emitSessionsEnded(
  tx: Tx,
  domainEvents: DomainEvents,
  { userId, closed, now }: { userId: number; closed: readonly number[]; now: Date },
): Promise<void> {
  if (closed.length === 0) return
  await record(tx, [{ event: SESSION_REVOKED, data: { token_ids: closed } }], now)
  await domainEvents.emit(tx, 'account.sessions_ended', { userId, now })
}
