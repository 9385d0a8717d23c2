import * as contract from '@dispecerat/contract/outbox'
import { DomainError } from '@dispecerat/domain/errors'
import type { FastifyInstance } from 'fastify'
import { mount } from '../http/mount.ts'
import type { Messaging } from '../providers/messaging/messaging.ts'
import type { Server } from '../server.ts'
import { letterPage, letterView } from './outbox.views.ts'
import { resendLetter } from './resend-letter.ts'

export function outboxRoutes(http: FastifyInstance, server: Server, messaging: Messaging): void {
  const { db } = server
  const providers = { mail: messaging.mail !== null, sms: messaging.sms !== null, push: messaging.push !== null }

  mount(http, server, contract.listLetters, async ({ caller, query: { page, per_page, ...filter } }) => {
    const { data, meta } = await letterPage(db, caller, filter, { page, perPage: per_page })
    return { data, meta: { ...meta, page, per_page }, providers }
  })

  mount(http, server, contract.resendLetter, async ({ caller, params }) => {
    const { letterId } = await resendLetter(server, caller, params.id)
    const data = await letterView(db, caller, letterId)
    if (!data) throw new DomainError('letter.unknown')
    return { data }
  })
}
