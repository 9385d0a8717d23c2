// Apart from http-server.ts: the CORS rules that docs/security.md names.

import type { FastifyInstance } from 'fastify'

const ALLOWED_HEADERS =
  'authorization, content-type, company-id, idempotency-key, if-match, if-unmodified-since, unattended, x-request-id'
const MAX_AGE_SECONDS = 600

/** Allows pages of the configured origins to call the API. Tokens travel in a header, so no cookie is ever sent along. */
export function allowOrigins(http: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  http.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin === undefined || !origins.includes(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'x-request-id, retry-after')
    if (request.method !== 'OPTIONS') return
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': MAX_AGE_SECONDS,
      })
      .send()
  })
}
