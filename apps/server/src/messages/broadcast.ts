import { DomainError } from '@dispecerat/domain/errors'
import type { Caller } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import { TooManyRequests } from '../http/problem.ts'
import { companyNamed, tellOutbox, wordsOf } from '../outbox/outbox.public.ts'
import type { Server } from '../server.ts'
import { type Audience, audienceSize, insertBroadcast, lastBroadcastAt } from './broadcast.store.ts'
import { senderName } from './messages.store.ts'

/** GAP-23. */
const SECONDS_BETWEEN = 10

/**
 * One message to every driver or client of the caller's companies; drivers hear `message`, the room `broadcast_sent`. Clients with a
 * fixed telephone and no app are left out. Throws TooManyRequests within 10 seconds of the sender's last one.
 */
export async function broadcast(
  server: Server,
  caller: Caller,
  input: { audience: Audience; message: string; title?: string | null | undefined },
): Promise<{ broadcastId: string; receivers: number; leftOut: number }> {
  const { userId: senderId } = caller
  if (senderId === null) throw new DomainError('account.forbidden')
  return write(server, caller, async (tx) => {
    const last = await lastBroadcastAt(tx, senderId)
    const now = server.clock.now()
    const waited = last === null ? SECONDS_BETWEEN : (now.getTime() - last.getTime()) / 1000
    if (waited < SECONDS_BETWEEN) throw new TooManyRequests(Math.ceil(SECONDS_BETWEEN - waited))
    const { audience, message, title } = input
    const { leftOut, companyIds: meant } = await audienceSize(tx, audience, caller.scope, now)
    const wordings = await wordingsOf(tx, audience, meant, message)
    const said = {
      audience,
      senderId,
      senderName: await senderName(tx, senderId),
      title: title || null,
      message,
      wordings,
    }
    const { broadcastId, receivers, inAppIds, companyIds } = await insertBroadcast(tx, said, now)
    if (receivers === 0) return { broadcastId, receivers: 0, leftOut }
    const data = { broadcast_id: broadcastId, audience }
    await record(
      tx,
      [
        ...(inAppIds.length > 0 ? [{ event: 'message', toUsers: inAppIds, data }] : []),
        { event: 'broadcast_sent', toCompanies: companyIds, data },
      ],
      now,
    )
    for (const companyId of companyIds) await tellOutbox(tx, companyId, now)
    return { broadcastId, receivers, leftOut }
  })
}

/** Each company's own words round the message, as when it writes one client; drivers get no SMS. */
async function wordingsOf(
  tx: Tx,
  audience: Audience,
  companyIds: readonly number[],
  message: string,
): Promise<Map<number, string>> {
  const wordings = new Map<number, string>()
  for (const companyId of companyIds) {
    const { name: companie, phone: telefon } = await companyNamed(tx, companyId)
    const facts = { mesaj: message, companie, telefon: telefon ?? '' }
    const words = audience === 'clients' ? await wordsOf(tx, 'client_chat', companyId, facts) : null
    wordings.set(companyId, words?.text ?? message)
  }
  return wordings
}
