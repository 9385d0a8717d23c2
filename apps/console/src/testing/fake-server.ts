import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@dispecerat/contract/kernel/endpoint'
import { PROBLEMS } from '@dispecerat/contract/kernel/problems'
import { readQuery } from '@dispecerat/contract/kernel/query-params'
import type { DomainErrorCode } from '@dispecerat/domain/kernel/errors'
import { onTestFinished, vi } from 'vitest'

interface ReceivedRequest<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The number in the If-Match header. */
  version?: number
}
type Reply<E extends Endpoint> = ReplyOf<E> | ((request: ReceivedRequest<E>) => ReplyOf<E>)
type Refusal = { code: DomainErrorCode; errors?: Record<string, string[]> } | { errors: Record<string, string[]> }
type Handler = (request: ReceivedRequest<Endpoint>) => Response | Promise<Response>

interface Route {
  endpoint: Endpoint
  handler: Handler
  received: ReceivedRequest<Endpoint>[]
}

export type FakeServer = ReturnType<typeof fakeServer>

class Disconnected extends TypeError {}

/**
 * Replies to `fetch` by endpoints of the contract: types reject a reply of the wrong shape, the contract's schemas a
 * request that the server would not accept. A request without a prepared reply fails the test. The last reply set for
 * an endpoint counts.
 */
export function fakeServer() {
  const routes: Route[] = []
  const mistakes: string[] = []
  let ignoresOthers = false

  function respond(endpoint: Endpoint, handler: Handler) {
    const known = routes.find((route) => route.endpoint === endpoint)
    if (known) known.handler = handler
    else routes.push({ endpoint, handler, received: [] })
  }

  async function receive(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'http://console.test')
    const method = init.method ?? 'GET'
    for (const route of routes) {
      try {
        const request = requestTo(route.endpoint, method, url, init)
        if (!request) continue
        route.received.push(request)
        return await route.handler(request)
      } catch (error) {
        if (error instanceof Disconnected) throw error
        mistakes.push(`${method} ${url.pathname}: ${error}`)
        return Response.json({ message: String(error) }, { status: 500 })
      }
    }
    if (ignoresOthers) return new Promise(() => undefined)
    mistakes.push(`${method} ${url.pathname}: no reply is prepared`)
    return Response.json({ message: 'no reply is prepared' }, { status: 500 })
  }

  vi.stubGlobal('fetch', receive)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  })

  return {
    reply<E extends Endpoint>(endpoint: E, reply: Reply<E>) {
      respond(endpoint, (request) => {
        const data =
          typeof reply === 'function'
            ? (reply as (to: ReceivedRequest<E>) => ReplyOf<E>)(request as ReceivedRequest<E>)
            : reply
        return accepted(endpoint, data)
      })
    },
    /** Refuses like the server: with an error code of the domain, or field by field. */
    refuse(endpoint: Endpoint, refusal: Refusal) {
      respond(endpoint, () => refused(endpoint, refusal))
    },
    /** All other requests get no reply. */
    ignoreOthers() {
      ignoresOthers = true
    },
    /** These requests get no reply. */
    neverReply(...endpoints: Endpoint[]) {
      for (const endpoint of endpoints) respond(endpoint, () => new Promise(() => undefined))
    },
    /** The connection breaks. */
    disconnect(endpoint: Endpoint) {
      respond(endpoint, () => Promise.reject(new Disconnected('Failed to fetch')))
    },
    /** Replies once the returned function is called. */
    hold<E extends Endpoint>(endpoint: E, reply: ReplyOf<E>): () => void {
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      respond(endpoint, () => released.then(() => accepted(endpoint, reply)))
      return release
    },
    /** The requests received by this endpoint so far. */
    received<E extends Endpoint>(endpoint: E): ReceivedRequest<E>[] {
      return (routes.find((route) => route.endpoint === endpoint)?.received ?? []) as ReceivedRequest<E>[]
    },
  }
}

/** A list that fits on its first page. */
export function onePage<T>(data: T[]) {
  return { data, meta: { total: data.length, total_is_capped: false, page: 1, per_page: 30 } }
}

function requestTo(
  endpoint: Endpoint,
  method: string,
  url: URL,
  { body, headers }: RequestInit,
): ReceivedRequest<Endpoint> | undefined {
  // A list whose search is personal data is also read by POST …/search.
  const isSearch = endpoint.method === 'GET' && method === 'POST' && url.pathname.endsWith('/search')
  const path = isSearch ? url.pathname.slice(0, -'/search'.length) : url.pathname
  const params = endpoint.method === method || isSearch ? paramsOf(endpoint.path, path) : undefined
  if (!params) return undefined
  const sent = typeof body === 'string' ? JSON.parse(body) : undefined
  const version = new Headers(headers).get('If-Match')
  return {
    ...(version === null ? {} : { version: Number(version.replaceAll('"', '')) }),
    params: endpoint.params.parse(params),
    query: endpoint.query.parse(isSearch ? sent : readOrThrow(endpoint, url)),
    body: isSearch ? undefined : endpoint.body.parse(sent),
  }
}

function readOrThrow({ query }: Endpoint, url: URL): Record<string, unknown> {
  const { values, misspelled } = readQuery(query, queryOf(url))
  const wrong = Object.keys(misspelled)
  if (wrong.length > 0) throw new Error(`misspelled parameters: ${wrong.join(', ')}`)
  return values
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const [names, values] = [pattern.split('/'), path.split('/')]
  if (names.length !== values.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const value = decodeURIComponent(values[index] ?? '')
    if (name.startsWith(':')) params[name.slice(1)] = value
    else if (name !== value) return undefined
  }
  return params
}

function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}

function accepted(endpoint: Endpoint, reply: unknown): Response {
  if (endpoint.status === 204) return new Response(null, { status: 204 })
  return Response.json(endpoint.reply.parse(reply), { status: endpoint.status })
}

function refused(endpoint: Endpoint, refusal: Refusal): Response {
  if (!('code' in refusal)) return Response.json({ message: 'Date invalide', ...refusal }, { status: 422 })
  if (!endpoint.errors.includes(refusal.code)) throw new Error(`${endpoint.path} never answers ${refusal.code}`)
  const { status, message } = PROBLEMS[refusal.code]
  return Response.json({ message, ...refusal }, { status })
}
