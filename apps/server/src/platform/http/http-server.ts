import crypto from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { whatWentWrong } from '../telemetry/log-error.ts'
import type { ClientLogin, FindLogin } from './authenticate.ts'
import { consoleFiles, isScreen, sendConsole } from './console-files.ts'
import { allowOrigins } from './cross-origin.ts'
import { openApi } from './openapi/openapi.ts'
import { problemAnswer } from './problem.ts'
import type { ProxyWatch } from './proxy-watch.ts'
import { RequestLimits } from './request-limits.ts'
import { HEADERS_WITHOUT_HOOKS, type OtherOrigins, securityHeaders } from './security-headers.ts'

const MAX_BODY_BYTES = 1024 * 1024
/** A slow body holds a connection (slow loris); a legitimate one arrives within seconds. */
const SLOWEST_REQUEST_MS = 30_000
/** Unauthorized, forbidden and rate-limited requests are logged with the client's address, so that a series is visible. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])
const REQUEST_ID = /^[\w-]{8,64}$/

export interface HttpParts extends OtherOrigins {
  log: Logger
  findLogin: FindLogin
  /** Without it no token authenticates a client. */
  findClientLogin?: (token: string) => Promise<ClientLogin | null>
  publicOrigins: readonly string[]
  /** Proxies whose X-Forwarded-* headers are trusted; none by default. */
  trustedProxies?: readonly string[]
  /** Detects an unnamed proxy while none is trusted. */
  proxyWatch?: ProxyWatch
  /** Folder of the built console. */
  consoleDist: string
  limits?: RequestLimits
  /** Called once per finished request; `route` is the pattern, never the URL with its ids and phones. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void
}

/** Creates Fastify with JSON only, zod shapes, Romanian problems, a request id and no URLs in the log. */
export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { log, findLogin, answered, publicOrigins, consoleDist, trustedProxies = [] } = parts
  const http = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // URLs contain phone numbers; `answered` logs the route's pattern instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: SLOWEST_REQUEST_MS,
    exposeHeadRoutes: false,
    // The older API document writes some paths with a trailing slash.
    routerOptions: { ignoreTrailingSlash: true },
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const header = headers['x-request-id']
      return typeof header === 'string' && REQUEST_ID.test(header) ? header : crypto.randomUUID()
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(HEADERS_WITHOUT_HOOKS)
      answerProblem(error, request as never, reply as never)
    },
  })
  http.decorate('findLogin', findLogin).decorate('requestLimits', parts.limits ?? new RequestLimits())
  http.decorate('findClientLogin', parts.findClientLogin ?? (async () => null))
  http.decorateRequest('login', null)
  http.decorateRequest('bodyText', '')
  readJsonOnly(http)
  checkWithZod(http)
  http.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  http.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log: requestLog, id, login } = request
    const { statusCode: status, elapsedTime } = reply
    const route = routeOptions.url ?? 'unknown'
    answered({ method, route, status, seconds: elapsedTime / 1000 })
    const ip = REFUSALS.has(status) ? request.ip : undefined
    const line = { method, route, status, ms: Math.round(elapsedTime), request_id: id, user_id: login?.userId, ip }
    requestLog[status >= 400 ? 'info' : 'debug'](line, 'answered')
  })
  http.setErrorHandler(answerProblem)
  if (trustedProxies.length === 0) parts.proxyWatch?.watch(http)
  allowOrigins(http, publicOrigins)
  await securityHeaders(http, parts)
  await openApi(http)
  await consoleFiles(http, consoleDist)
  http.setNotFoundHandler((request, reply) => {
    if (isScreen(request)) return sendConsole(reply, consoleDist)
    answerProblem({ code: 'FST_ERR_NOT_FOUND' }, request, reply)
  })
  return http
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, body, retryAfterSeconds, isOurFault } = problemAnswer(error, request.routeOptions?.bodyLimit)
  if (isOurFault) {
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`
    request.log.error({ error: whatWentWrong(error), route, request_id: request.id }, body.message)
  }
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
  void reply
    .code(status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(isOurFault ? { ...body, request_id: request.id } : body)
}

/** An empty JSON body counts as none: some clients always send the Content-Type header. */
function readJsonOnly(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeAllContentTypeParsers()
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    request.bodyText = text
    return parse(request, text, done)
  })
}

/** `mount` checks all parts of a request together against the contract; Fastify would stop at the first invalid part. */
function checkWithZod(http: FastifyInstance): void {
  http.setValidatorCompiler<z.ZodType>(() => () => true)
  http.setSerializerCompiler(serializerCompiler)
}
