import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admit } from '../http/authenticate.ts'
import type { Metrics } from './metrics.ts'

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/

/** GET /metrics: for a collector on this machine, or for an administrator's token. */
export function metricsRoutes(http: FastifyInstance, metrics: Metrics): void {
  http.get('/metrics', { schema: { hide: true }, onRequest: onlyOwners }, async (_request, reply) => {
    const { type, text } = await metrics.text()
    return reply.type(type).send(text)
  })
}

async function onlyOwners(request: FastifyRequest): Promise<void> {
  // Behind a proxy every request comes from localhost.
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
  if (LOOPBACK.test(request.ip) && !isForwarded) return
  await admit(request, { may: 'session.own', isAutomatic: true })
  if (!request.login?.roles.includes('admin')) throw new DomainError('account.forbidden')
}
