import type { Endpoint } from '@dispecerat/contract/endpoint'
import { PROBLEMS } from '@dispecerat/contract/problems'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Caller } from '../db/caller.ts'
import type { Server } from '../server.ts'
import { admit, callerOf } from './authenticate.ts'
import { ProblemReply } from './openapi-shapes.ts'

/** What a handler gets: the input after its checks, and who asks. */
export interface Asked<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Serves an endpoint of the contract: the token and the permission word are checked before the body is read, the input is
 * checked by its shapes (422), and so is the reply: one that breaks the contract is a 500.
 */
export function mount<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  http: FastifyInstance,
  _server: Partial<Server>,
  endpoint: Endpoint<P, Q, B, R>,
  handle: (asked: Asked<P, Q, B>) => Promise<z.input<R>> | z.input<R>,
): void {
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    onRequest: (request) => admit(request, endpoint.may),
    handler: async (request, reply) => {
      const answer = await handle({
        params: request.params as z.output<P>,
        query: request.query as z.output<Q>,
        body: request.body as z.output<B>,
        caller: callerOf(request, endpoint.may),
        request,
        reply,
      })
      return reply.code(endpoint.status).header('cache-control', 'no-store').send(answer)
    },
  })
}

function schemaOf(endpoint: Endpoint) {
  const hasBody = !(endpoint.body instanceof z.ZodUndefined)
  const response = Object.fromEntries(statusesOf(endpoint).map((status) => [status, ProblemReply]))
  return {
    tags: [endpoint.area],
    summary: endpoint.does,
    description: endpoint.may === 'public' ? 'Needs no token.' : `Needs the permission word \`${endpoint.may}\`.`,
    security: endpoint.may === 'public' ? [] : [{ token: [] }],
    params: endpoint.params,
    querystring: endpoint.query,
    ...(hasBody ? { body: endpoint.body } : {}),
    response: { [endpoint.status]: endpoint.reply, ...response },
  }
}

function statusesOf(endpoint: Endpoint): number[] {
  const ofToken = endpoint.may === 'public' ? [] : [401, 403]
  return [...new Set([422, ...ofToken, ...endpoint.errors.map((code) => PROBLEMS[code].status)])].sort()
}
