import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { type LogEvent, record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { markRead, newestUnread } from './conversations.store.ts'
import type { Receiver } from './messages.store.ts'

/** The actor has opened the conversation: the actor's other windows, the driver's phone and the account get `messages_read`. */
export async function readConversation(
  server: Server,
  actor: Actor,
  about: { conversationId: number; otherId: UserId; kind: Receiver['kind'] },
): Promise<void> {
  const { userId } = actor
  if (userId === null) return
  const { conversationId, otherId } = about
  const readTo = await newestUnread(server.db, conversationId, userId)
  if (readTo === null) return
  await write(server, { ...actor, once: null }, async (tx) => {
    const now = server.clock.now()
    if (!(await markRead(tx, { conversationId, userId, readTo }, now))) return { isNews: false }
    const events: LogEvent[] = [
      { event: 'messages_read', toUsers: [userId], data: { interlocutor_id: otherId, read_to: readTo } },
    ]
    if (about.kind === 'account') {
      events.push({ event: 'messages_read', toUsers: [otherId], data: { interlocutor_id: otherId, read_to: readTo } })
    }
    if (about.kind === 'driver') events.push({ event: 'messages_read', toUsers: [otherId], data: { read_to: readTo } })
    await record(tx, events, now)
    return { isNews: true }
  })
}
