import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { DomainEvents } from '../../platform/db/domain-events.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { forgetDevices, forgetDevicesOfSessions } from './login-devices.store.ts'
import { revokeSessions, revokeSessionsBut } from './sessions.store.ts'

/** Event that every node handles: it drops the token and closes its websockets. Sent to no client. */
export const SESSION_REVOKED = 'session_revoked'

/**
 * Closes one of the actor's own sessions. Logging out (`keepsDevice`) keeps the device known; closing another session does not, because its
 * device may be lost. Throws session.unknown for another user's.
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

/** Closes every session but the one in which a new password was chosen. */
export async function closeOtherSessions(
  tx: Tx,
  domainEvents: DomainEvents,
  { userId, keep, now }: { userId: UserId; keep: number; now: Date },
): Promise<void> {
  const closed = await revokeSessionsBut(tx, userId, keep, now)
  await forgetDevices(tx, userId, keep)
  await emitSessionsEnded(tx, domainEvents, { userId, closed, now })
}

/** For other commands that revoke access: closes all sessions of a user, or one, deletes their devices, and notifies every node. */
export async function closeSessions(
  tx: Tx,
  domainEvents: DomainEvents,
  { userId, tokenId = null, now }: { userId: UserId; tokenId?: number | null; now: Date },
): Promise<number[]> {
  const closed = await revokeSessions(tx, userId, tokenId, now)
  if (tokenId === null) await forgetDevices(tx, userId, null)
  else await forgetDevicesOfSessions(tx, closed)
  await emitSessionsEnded(tx, domainEvents, { userId, closed, now })
  return closed
}

/** Makes every node drop the sessions and revokes what was issued in them. */
export async function emitSessionsEnded(
  tx: Tx,
  domainEvents: DomainEvents,
  { userId, closed, now }: { userId: UserId; closed: readonly number[]; now: Date },
): Promise<void> {
  if (closed.length === 0) return
  await record(tx, [{ event: SESSION_REVOKED, data: { token_ids: closed } }], now)
  await domainEvents.emit(tx, 'account.sessions_ended', { userId, now })
}
