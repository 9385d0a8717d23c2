import * as contract from '@dispecerat/contract/office/own-messages'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { messagePage, messageView } from './messages.views.ts'
import { readOwnMessages, talkOfAccount } from './own-messages.ts'
import { PER_WRITER, writeToInbox } from './write-to-inbox.ts'

export function ownMessagesRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  const limiter = new RateLimiter(PER_WRITER, server.clock)

  mount(http, server, contract.listOwnMessages, async ({ actor, query: { page, per_page } }) => {
    const talk = await talkOfAccount(server, actor)
    if (page === 1) await readOwnMessages(server, actor, talk)
    const { data, total } =
      talk.conversationId === null
        ? { data: [], total: 0 }
        : await messagePage(db, talk.conversationId, null, { page, perPage: per_page })
    return { data, meta: { total, total_is_capped: false, page, per_page } }
  })

  mount(http, server, contract.readOwnUnreadCount, async ({ actor }) => ({
    count: (await talkOfAccount(server, actor)).unread,
  }))

  mount(http, server, contract.sendOwnMessage, async ({ actor, body }) => {
    await talkOfAccount(server, actor)
    limiter.take(String(actor.userId))
    const { messageId } = await writeToInbox(server, actor, 'account', body)
    return { data: await messageView(db, messageId) }
  })
}
