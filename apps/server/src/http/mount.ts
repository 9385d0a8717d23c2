import type { Endpoint } from '@dispecerat/contract/endpoint'
import { TableFile } from '@dispecerat/contract/exports'
import { PROBLEMS } from '@dispecerat/contract/problems'
import { searchOf } from '@dispecerat/contract/typed-lists'
import { DomainError, FieldErrors } from '@dispecerat/domain/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../db/caller.ts'
import type { Server } from '../server.ts'
import { admit, callerOf } from './authenticate.ts'
import { checkInput, choicesOf, type Fields, hasBody, topsOf, withRules } from './check-input.ts'
import { FileAnswer } from './file-answer.ts'
import { ProblemReply } from './openapi-shapes.ts'
import { classOf, type RequestClass } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers with a whole list as a file. */
    isExport?: boolean
  }
}

/** What a handler gets: the input after its checks, and who asks. */
export interface Asked<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
  /** What was asked for was there already: 200 instead of the endpoint's own status. */
  existed(): void
}

/**
 * Serves an endpoint of the contract: the token and the permission word are checked before the body is read, the input is
 * checked by its shapes (422, with what `rules` says of the other fields), and so is the reply: one that breaks the contract is a 500. A list one types names into is
 * served a second time, asked for by a body.
 */
export function mount<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  http: FastifyInstance,
  server: Partial<Server>,
  endpoint: Endpoint<P, Q, B, R>,
  handle: Handle<P, Q, B, R>,
  rules?: Rules<B>,
): void {
  mountOne(http, endpoint, handle, rules)
  const search = searchOf(endpoint) as Endpoint<P, z.ZodType, Q, R> | null
  if (search) mount(http, server, search, (asked) => handle({ ...asked, query: asked.body, body: undefined as never }))
}

type Handle<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = (
  asked: Asked<P, Q, B>,
) => Promise<z.input<R> | FileAnswer> | z.input<R> | FileAnswer

function mountOne<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  http: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: Handle<P, Q, B, R>,
  rules?: Rules<B>,
): void {
  const { kind, schema } = descriptionOf(endpoint)
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema,
    config: { may: endpoint.may, isExport: (endpoint as Endpoint).reply === TableFile },
    ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
    onRequest: (request) => admit(request, endpoint, kind),
    preValidation: (request) => readInput(request, endpoint, rules),
    handler: async (request, reply) => {
      let status: number = endpoint.status
      const asked = {
        params: request.params as z.output<P>,
        query: request.query as z.output<Q>,
        body: request.body as z.output<B>,
        caller: callerOf(request, endpoint),
        request,
        reply,
        existed: () => {
          status = 200
        },
      }
      const end = await request.server.requestLimits.begin(request.login, kind)
      const answer = await Promise.resolve(asked).then(handle).finally(end)
      reply.code(status).header('cache-control', reply.getHeader('cache-control') ?? 'no-store')
      if (!(answer instanceof FileAnswer)) return reply.send(answer)
      return reply
        .code(answer.status ?? status)
        .headers(answer.headers)
        .type(answer.type)
        .send(answer.body)
    },
  })
}

/**
 * What the rules of a verb say of the fields whose shape is right while others are wrong, by field: the verb itself is not reached then.
 */
type Rules<B extends z.ZodType> = (
  caller: Caller,
  sound: Partial<z.output<B>>,
  wrong: ReadonlySet<string>,
) => Promise<Fields>

async function readInput<B extends z.ZodType>(
  request: FastifyRequest,
  endpoint: Endpoint<z.ZodType, z.ZodType, B>,
  rules?: Rules<B>,
): Promise<void> {
  const { input, fields, sound } = checkInput(endpoint, request)
  if (Object.keys(fields).length === 0) return void Object.assign(request, input)
  const wrong = topsOf(fields)
  const more = rules
    ? await rules(callerOf(request, endpoint), sound as Partial<z.output<B>>, wrong).catch(fieldsOfRefusal)
    : {}
  throw new FieldErrors(withRules(fields, more))
}

function fieldsOfRefusal(error: unknown): Fields {
  if (error instanceof FieldErrors) return error.fields
  // Refused as a whole: that is told when the fields are right.
  if (error instanceof DomainError) return {}
  throw error
}

interface Description {
  kind: RequestClass
  schema: ReturnType<typeof schemaOf>
}

const descriptions = new WeakMap<Endpoint, Description>()

/** An endpoint never changes: a process that starts many servers describes it once. */
function descriptionOf(endpoint: Endpoint): Description {
  const known = descriptions.get(endpoint)
  if (known) return known
  const fresh = { kind: classOf(endpoint), schema: schemaOf(endpoint) }
  descriptions.set(endpoint, fresh)
  return fresh
}

function schemaOf(endpoint: Endpoint) {
  const response = Object.fromEntries(statusesOf(endpoint).map((status) => [status, ProblemReply]))
  return {
    tags: [endpoint.area],
    summary: endpoint.does,
    description: endpoint.may === 'public' ? 'Needs no token.' : `Needs the permission word \`${endpoint.may}\`.`,
    security: endpoint.may === 'public' ? [] : [{ token: [] }],
    params: endpoint.params,
    querystring: endpoint.query,
    ...(hasBody(endpoint) ? { body: endpoint.body } : {}),
    response: { [endpoint.status]: endpoint.reply, ...(endpoint.mayExist ? { 200: endpoint.reply } : {}), ...response },
  }
}

function statusesOf(endpoint: Endpoint): number[] {
  const ofAddress = choicesOf(endpoint).length > 0 ? [404] : []
  const ofToken = endpoint.may === 'public' ? [] : [401, 403]
  return [...new Set([422, ...ofAddress, ...ofToken, ...endpoint.errors.map((code) => PROBLEMS[code].status)])].sort()
}
