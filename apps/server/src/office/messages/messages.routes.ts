import * as broadcasts from '@dispecerat/contract/office/broadcasts'
import * as contract from '@dispecerat/contract/office/messages'
import { NO_USER, type UserId } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../platform/db/actor.ts'
import type { StoredEvent } from '../../platform/db/event-log.ts'
import { mount, mountForm } from '../../platform/http/mount.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { type Realtime, ToEach } from '../../platform/realtime/realtime.ts'
import { audienceByCompany, sizeOf } from './broadcast.store.ts'
import { broadcast } from './broadcast.ts'
import { stopBroadcast } from './broadcast-slices.ts'
import { broadcastProgress } from './broadcasts.views.ts'
import { findConversation, talkOf } from './conversations.store.ts'
import { interlocutorPage, interlocutorView, unreadCount } from './interlocutors.views.ts'
import { findReceiver } from './messages.store.ts'
import { broadcastViews, messagePage, messageView, messageViews } from './messages.views.ts'
import { readConversation } from './read-conversation.ts'
import { sendMessage } from './send-message.ts'
import { createTemplate, deleteTemplate, editTemplate, restoreTemplate } from './templates.commands.ts'
import { templateViews } from './templates.store.ts'
import { textClient } from './text-client.ts'

export function messagesRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server

  mountForm(http, server, contract.sendMessage, async ({ actor, body }) => {
    const { messageId } = await sendMessage(server, actor, body)
    return { data: await messageView(db, messageId) }
  })

  mount(http, server, contract.readUnreadCount, async ({ actor }) => ({
    count: await unreadCount(db, actor),
  }))

  mount(http, server, contract.listInterlocutors, async ({ actor, query: { search, page, per_page } }) => {
    const { data, total } = await interlocutorPage(db, actor, search || undefined, { page, perPage: per_page })
    return { data, meta: { total, total_is_capped: false, page, per_page } }
  })

  mount(http, server, contract.listMessages, ({ actor, query }) => oneConversation(server, actor, query))

  mount(http, server, contract.countAudience, async ({ actor, query }) => {
    const counted = await audienceByCompany(db, query.audience, actor.scope, server.clock.now())
    const { receivers, leftOut } = sizeOf(counted)
    return { data: { receivers, left_out: leftOut } }
  })
  mount(http, server, contract.messageAllDrivers, async ({ actor, body }) => {
    const { broadcastId, receivers, leftOut } = await broadcast(server, actor, { audience: 'drivers', ...body })
    return { data: { broadcast_id: broadcastId, receivers, left_out: leftOut } }
  })
  mount(http, server, contract.messageAllClients, async ({ actor, body }) => {
    const { broadcastId, receivers, leftOut } = await broadcast(server, actor, { audience: 'clients', ...body })
    return { data: { broadcast_id: broadcastId, receivers, left_out: leftOut } }
  })
  mount(http, server, broadcasts.listBroadcasts, async ({ actor }) => ({
    data: await broadcastProgress(db, actor.scope),
  }))
  mount(http, server, broadcasts.stopBroadcast, async ({ actor, params }) => {
    const { broadcastId } = await stopBroadcast(server, actor, params.id)
    const [data] = await broadcastProgress(db, actor.scope, broadcastId)
    if (!data) throw new Error('a broadcast was stopped and is not there')
    return { data }
  })
  templateRoutes(http, server)
}

async function oneConversation(
  server: Server,
  actor: Actor,
  query: { receiver_id: UserId; type: 'chat' | 'broadcast' | 'all'; page: number; per_page: number },
) {
  const { db } = server
  const { receiver_id: otherId, page, per_page } = query
  const receiver = await findReceiver(db, otherId, actor)
  const conversationId = await findConversation(db, talkOf(actor.userId ?? NO_USER, otherId, receiver))
  if (conversationId !== null && page === 1) {
    await readConversation(server, actor, { conversationId, otherId, kind: receiver.kind })
  }
  const type = query.type === 'all' ? null : query.type
  const [{ data, total }, interlocutor] = await Promise.all([
    conversationId === null
      ? { data: [], total: 0 }
      : messagePage(db, conversationId, type, { page, perPage: per_page }),
    interlocutorView(db, actor, { userId: otherId, companyId: receiver.companyId, conversationId }),
  ])
  if (!interlocutor) throw new Error('somebody was found and is not there')
  return { data, meta: { total, total_is_capped: false, page, per_page }, interlocutor }
}

function templateRoutes(http: FastifyInstance, server: Server): void {
  const { db } = server
  const one = async (actor: Actor, id: number) => {
    const [template] = await templateViews(db, actor.scope, id)
    if (!template) throw new Error('a quick reply was written and is not there')
    return { data: template }
  }
  mount(http, server, contract.listTemplates, async ({ actor }) => ({ data: await templateViews(db, actor.scope) }))
  mount(http, server, contract.createTemplate, async ({ actor, body }) =>
    one(actor, (await createTemplate(server, actor, body)).id),
  )
  mount(http, server, contract.editTemplate, async ({ actor, params, body, version }) => {
    const edit = { text: body.text, version }
    return one(actor, (await editTemplate(server, actor, params.id, edit)).id)
  })
  mount(http, server, contract.deleteTemplate, async ({ actor, params }) => {
    await deleteTemplate(server, actor, params.id)
    return { ok: true as const }
  })
  mount(http, server, contract.restoreTemplate, async ({ actor, params }) =>
    one(actor, (await restoreTemplate(server, actor, params.id)).id),
  )
}

/** Adds the text of messages to realtime events, read once per batch; each receiver of a broadcast gets only their own copy. */
export function subscribeMessages(server: Server, realtime: Realtime): void {
  server.domainEvents.on('order.client_news', textClient)
  const enrichMessage = async (
    events: readonly StoredEvent<'message' | 'chat_message'>[],
    isHere: (userId: UserId) => boolean,
  ) => {
    const toOne = events.flatMap(({ seq, data }) => ('message_id' in data ? [{ seq, id: data.message_id }] : []))
    const toAll = events.flatMap(({ seq, toUsers, data }) =>
      'broadcast_id' in data ? [{ seq, toUsers, id: data.broadcast_id }] : [],
    )
    const ids = toOne.map(({ id }) => id)
    const byId = new Map((await messageViews(server.db, ids)).map((view) => [view.id, view]))
    const here = [...new Set(toAll.flatMap(({ toUsers }) => toUsers))].filter(isHere)
    const broadcastMessages = await broadcastViews(
      server.db,
      toAll.map(({ id }) => id),
      here,
    )
    const viewsOf = (broadcastId: string) =>
      broadcastMessages
        .filter(({ broadcast_id }) => broadcast_id === broadcastId)
        .map((view) => [view.receiver_id ?? 0, view] as const)
    return new Map<number, contract.MessageView | ToEach<contract.MessageView>>([
      ...toOne.flatMap(({ seq, id }) => {
        const view = byId.get(id)
        return view ? [[seq, view] as const] : []
      }),
      ...toAll.map(({ seq, id }) => [seq, new ToEach(new Map(viewsOf(id)))] as const),
    ])
  }
  realtime.enrich('message', enrichMessage)
  realtime.enrich('chat_message', enrichMessage)
}
