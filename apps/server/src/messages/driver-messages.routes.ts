import * as contract from '@dispecerat/contract/driver-messages'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import type { Server } from '../server.ts'
import { confirmMessages, sendDriverMessage } from './driver-messages.ts'
import { driverMessagePage } from './driver-messages.views.ts'
import { messageViews } from './messages.views.ts'

/** A phone that sends in a loop must not bury the room. */
const PER_DRIVER = { most: 30, seconds: 60 }

export function driverMessagesRoutes(http: FastifyInstance, server: Server): void {
  const limiter = new RateLimiter(PER_DRIVER, server.clock)

  mount(http, server, contract.listDriverMessages, async ({ caller, query: { page, per_page } }) => {
    const { data, total } = await driverMessagePage(server.db, caller.userId ?? 0, { page, perPage: per_page })
    return { data, meta: { total, total_is_capped: false, page, per_page } }
  })

  mount(http, server, contract.sendDriverMessage, async ({ caller, body }) => {
    limiter.take(String(caller.userId))
    const { messageId } = await sendDriverMessage(server, caller, body)
    const [view] = await messageViews(server.db, [messageId])
    if (!view) throw new Error('a message was written and is not there')
    return { data: view }
  })

  mount(http, server, contract.confirmMessages, async ({ caller, body }) => {
    await confirmMessages(server, caller, { deliveredTo: body.delivered_to ?? 0, readTo: body.read_to ?? 0 })
    return { ok: true as const }
  })
}
