import { searchOf } from '@dispecerat/contract/api/typed-lists'
import type { Endpoint } from '@dispecerat/contract/kernel/endpoint'
import { TableFile } from '@dispecerat/contract/kernel/exports'
import { PROBLEMS } from '@dispecerat/contract/kernel/problems'
import { Problem } from '@dispecerat/contract/kernel/wire'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../db/actor.ts'
import type { Server } from '../lifecycle/server.ts'
import { actorOf, admit } from './authenticate.ts'
import { endsDryRun } from './check-all.ts'
import { checkInput, choicesOf, type Fields, hasBody, type RawInput, withRules } from './check-input.ts'
import { FileAnswer } from './file-answer.ts'
import { type ReadVersion, readVersion, VersionHeaders } from './read-version.ts'
import { classOf, type RequestClass } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True when the reply is the whole list as a file. */
    isExport?: boolean
  }
}

/** The arguments of a handler: the validated input and the actor. */
export interface HandlerInput<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  params: z.output<P>
  query: z.output<Q>
  body: z.output<B>
  actor: Actor
  /** The version that the editor has loaded; only of an endpoint that takes one. Reading it of another is an error. */
  version: ReadVersion
  request: FastifyRequest
  reply: FastifyReply
  /** Reports that the requested thing existed already: the status is 200 instead of the endpoint's own. */
  existed(): void
}

/**
 * Serves an endpoint of the contract. Token and permission are checked before the body is read, the input is checked against its shapes
 * (422), and so is the reply: one that breaks the contract is a 500. A list with a search field is also served as a POST, so that names
 * stay out of URLs.
 */
export function mount<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  http: FastifyInstance,
  server: Partial<Server>,
  endpoint: Endpoint<P, Q, B, R>,
  handle: Handle<P, Q, B, R>,
): void {
  mountOne(http, endpoint, handle, { isForm: false })
  const search = searchOf(endpoint) as Endpoint<P, z.ZodType, Q, R> | null
  if (search) mount(http, server, search, (input) => handle({ ...input, query: input.body, body: undefined as never }))
}

/**
 * Like `mount`, for forms: one reply names every invalid field. While the shapes refuse some fields, a dry run of the handler collects the
 * errors of its rules for the others. It sees the valid fields only; reading an invalid one ends the run, and so does `checkAll`; `write`
 * commits nothing. Only for handlers whose changes all go through `write`.
 */
export function mountForm<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  http: FastifyInstance,
  _server: Partial<Server>,
  endpoint: Endpoint<P, Q, B, R>,
  handle: Handle<P, Q, B, R>,
): void {
  mountOne(http, endpoint, handle, { isForm: true })
}

type Handle<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> = (
  input: HandlerInput<P, Q, B>,
) => Promise<z.input<R> | FileAnswer> | z.input<R> | FileAnswer

function mountOne<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  http: FastifyInstance,
  endpoint: Endpoint<P, Q, B, R>,
  handle: Handle<P, Q, B, R>,
  { isForm }: { isForm: boolean },
): void {
  const { kind, schema } = descriptionOf(endpoint)
  http.route({
    method: endpoint.method,
    url: endpoint.path,
    schema,
    config: { may: endpoint.may, isExport: (endpoint as Endpoint).reply === TableFile },
    ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
    onRequest: (request) => admit(request, endpoint, kind),
    preValidation: async (request, reply) => {
      const { input, fields, sound } = checkInput(endpoint, request)
      if (Object.keys(fields).length === 0) return void Object.assign(request, input)
      if (!isForm || sound === null) throw new FieldErrors(fields)
      const end = await request.server.requestLimits.begin(request.login, kind)
      const rules = await dryRun(sound, { endpoint, handle, request, reply }).finally(end)
      throw new FieldErrors(withRules(fields, rules))
    },
    handler: async (request, reply) => {
      let status: number = endpoint.status
      const input = withVersion(endpoint, request, {
        params: request.params as z.output<P>,
        query: request.query as z.output<Q>,
        body: request.body as z.output<B>,
        actor: actorOf(request, endpoint),
        request,
        reply,
        existed: () => {
          status = 200
        },
      })
      const end = await request.server.requestLimits.begin(request.login, kind)
      const answer = await Promise.resolve(input).then(handle).finally(end)
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

/** The errors of the handler's rules for the fields whose shape is valid. */
async function dryRun<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  sound: RawInput,
  {
    endpoint,
    handle,
    request,
    reply,
  }: { endpoint: Endpoint<P, Q, B, R>; handle: Handle<P, Q, B, R>; request: FastifyRequest; reply: FastifyReply },
): Promise<Fields> {
  try {
    const actor: Actor = { ...actorOf(request, endpoint), once: null, isDryRun: true }
    const input = sound as Pick<HandlerInput<P, Q, B>, 'params' | 'query' | 'body'>
    await handle(withVersion(endpoint, request, { ...input, actor, request, reply, existed() {} }))
  } catch (error) {
    if (error instanceof FieldErrors) return error.fields
    if (!endsDryRun(error)) throw error
  }
  return {}
}

/** Adds the version that the headers name. It is not enumerable, so a copy of the input does not read it. */
function withVersion<T extends object>(
  endpoint: Endpoint,
  request: FastifyRequest,
  input: T,
): T & { version: ReadVersion } {
  const refuse = () => {
    throw new Error(`${endpoint.method} ${endpoint.path} takes no version`)
  }
  const property = endpoint.takesVersion ? { value: readVersion(request.headers) } : { get: refuse }
  return Object.defineProperty(input, 'version', property) as T & { version: ReadVersion }
}

interface Description {
  kind: RequestClass
  schema: ReturnType<typeof schemaOf>
}

const descriptions = new WeakMap<Endpoint, Description>()

/** Caches the description: endpoints are constant, and a test process starts many servers. */
function descriptionOf(endpoint: Endpoint): Description {
  const known = descriptions.get(endpoint)
  if (known) return known
  const fresh = { kind: classOf(endpoint), schema: schemaOf(endpoint) }
  descriptions.set(endpoint, fresh)
  return fresh
}

function schemaOf(endpoint: Endpoint) {
  const response = Object.fromEntries(statusesOf(endpoint).map((status) => [status, Problem]))
  return {
    tags: [endpoint.area],
    summary: endpoint.does,
    description: endpoint.may === 'public' ? 'Needs no token.' : `Needs the permission word \`${endpoint.may}\`.`,
    security: endpoint.may === 'public' ? [] : [{ token: [] }],
    params: endpoint.params,
    querystring: endpoint.query,
    ...(endpoint.takesVersion ? { headers: VersionHeaders } : {}),
    ...(hasBody(endpoint) ? { body: endpoint.body } : {}),
    response: { [endpoint.status]: endpoint.reply, ...(endpoint.mayExist ? { 200: endpoint.reply } : {}), ...response },
  }
}

function statusesOf(endpoint: Endpoint): number[] {
  const ofAddress = choicesOf(endpoint).length > 0 ? [404] : []
  const ofToken = endpoint.may === 'public' ? [] : [401, 403]
  return [...new Set([422, ...ofAddress, ...ofToken, ...endpoint.errors.map((code) => PROBLEMS[code].status)])].sort()
}
