import * as contract from '@dispecerat/contract/office/driver-messages'
import { NO_USER } from '@dispecerat/domain/kernel/ids'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { confirmMessages } from './driver-messages.ts'
import { driverMessagePage } from './driver-messages.views.ts'
import { messageView } from './messages.views.ts'
import { PER_WRITER, writeToInbox } from './write-to-inbox.ts'

export function driverMessagesRoutes(http: FastifyInstance, server: Server): void {
  const limiter = new RateLimiter(PER_WRITER, server.clock)

  mount(http, server, contract.listDriverMessages, async ({ actor, query: { page, per_page } }) => {
    const { data, total } = await driverMessagePage(server.db, actor.userId ?? NO_USER, { page, perPage: per_page })
    return { data, meta: { total, total_is_capped: false, page, per_page } }
  })

  mount(http, server, contract.sendDriverMessage, async ({ actor, body }) => {
    limiter.take(String(actor.userId))
    const { messageId } = await writeToInbox(server, actor, 'driver', body)
    return { data: await messageView(server.db, messageId) }
  })

  mount(http, server, contract.confirmMessages, async ({ actor, body }) => {
    await confirmMessages(server, actor, { deliveredTo: body.delivered_to ?? 0, readTo: body.read_to ?? 0 })
    return { ok: true as const }
  })
}
