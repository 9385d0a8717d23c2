import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { TooManyRequests } from '../http/problem.ts'
import { tellOutbox } from '../outbox/outbox.public.ts'
import type { Server } from '../server.ts'
import { type Audience, insertBroadcast, lastBroadcastAt } from './broadcast.store.ts'
import { senderName } from './messages.store.ts'

/** GAP-23. */
const SECONDS_BETWEEN = 10

/**
 * One message to every driver or client of the caller's companies; drivers hear `message`, the room `broadcast_sent`. Throws
 * TooManyRequests within 10 seconds of the sender's last one.
 */
export async function broadcast(
  server: Server,
  caller: Caller,
  input: { audience: Audience; message: string; title?: string | null | undefined },
): Promise<{ broadcastId: string; receivers: number }> {
  const { userId: senderId } = caller
  if (senderId === null) throw new DomainError('account.forbidden')
  return write(server, caller, async (tx) => {
    const last = await lastBroadcastAt(tx, senderId)
    const now = server.clock.now()
    const waited = last === null ? SECONDS_BETWEEN : (now.getTime() - last.getTime()) / 1000
    if (waited < SECONDS_BETWEEN) throw new TooManyRequests(Math.ceil(SECONDS_BETWEEN - waited))
    const { audience, message, title } = input
    const said = { audience, senderId, senderName: await senderName(tx, senderId), title: title || null, message }
    const { broadcastId, receiverIds, companyIds } = await insertBroadcast(tx, caller.scope, said, now)
    if (receiverIds.length === 0) return { broadcastId, receivers: 0 }
    const data = { broadcast_id: broadcastId, audience }
    await record(
      tx,
      [
        { event: 'message', toUsers: receiverIds, data },
        { event: 'broadcast_sent', toCompanies: companyIds, data },
      ],
      now,
    )
    for (const companyId of companyIds) await tellOutbox(tx, companyId, now)
    return { broadcastId, receivers: receiverIds.length }
  })
}
