import * as contract from '@dispecerat/contract/office/client-errors'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { maskPhone } from '@dispecerat/domain/kernel/phone'
import type { FastifyInstance } from 'fastify'
import type { ChatWebhook } from '../../adapters/chat-webhook/chat-webhook.ts'
import { mount } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { insertClientError } from './client-errors.store.ts'

/** A console that fails in a loop may report ten times a minute. */
const PER_USER = { max: 10, seconds: 60 }

export function clientErrorsRoutes(http: FastifyInstance, server: Server, chat: ChatWebhook | null): void {
  const limiter = new RateLimiter(PER_USER, server.clock)

  mount(http, server, contract.reportClientError, async ({ actor, body }) => {
    if (actor.userId === null) throw new DomainError('account.forbidden')
    limiter.take(String(actor.userId))
    const { context, message, order_id: orderId = null, phone } = body
    const error = { userId: actor.userId, context, message, orderId, phoneTail: phone ? maskPhone(phone) : null }
    await insertClientError(server.db, error, server.clock.now())
    const about = [error.phoneTail && `tel ${error.phoneTail}`, orderId && `comanda ${orderId}`].filter(Boolean)
    chat?.post([`${context}: ${message}`, ...about].join(' · '))
    return { ok: true as const }
  })
}
