import * as contract from '@dispecerat/contract/own-messages'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import type { Server } from '../server.ts'
import { messagePage, messageViews } from './messages.views.ts'
import { readOwnMessages, sendOwnMessage, talkOfAccount } from './own-messages.ts'

/** A page that sends in a loop must not bury the room. */
const PER_ACCOUNT = { most: 30, seconds: 60 }

export function ownMessagesRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  const limiter = new RateLimiter(PER_ACCOUNT, server.clock)

  mount(http, server, contract.listOwnMessages, async ({ caller, query: { page, per_page } }) => {
    const talk = await talkOfAccount(server, caller)
    if (page === 1) await readOwnMessages(server, caller, talk)
    const { data, total } =
      talk.conversationId === null
        ? { data: [], total: 0 }
        : await messagePage(db, talk.conversationId, null, { page, perPage: per_page })
    return { data, meta: { total, total_is_capped: false, page, per_page } }
  })

  mount(http, server, contract.readOwnUnreadCount, async ({ caller }) => ({
    data: { count: (await talkOfAccount(server, caller)).unread },
  }))

  mount(http, server, contract.sendOwnMessage, async ({ caller, body }) => {
    limiter.take(String(caller.userId))
    const { messageId } = await sendOwnMessage(server, caller, body)
    const [view] = await messageViews(db, [messageId])
    if (!view) throw new Error('a message was written and is not there')
    return { data: view }
  })
}
