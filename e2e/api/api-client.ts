import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { z } from 'zod'

/** A request without a reply fails with its own message before the test's time is over. */
const TIMEOUT_MS = 60_000

/** A client of the contract with a session, over real HTTP. */
export interface ApiClient {
  token: string
  request<E extends Endpoint>(endpoint: E, input?: RequestInput<E>, once?: string): Promise<z.output<E['reply']>>
}

export class ApiProblem extends Error {
  readonly status: number
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body
  }
}

export async function createApiClient(url: string, email: string): Promise<ApiClient> {
  const login = await send(`${url}/api/access-tokens`, 'POST', { email, password: 'demo-parola' })
  return apiClientWithToken(url, (login as { token: string }).token)
}

/** A client that uses a session that is open already. */
export function apiClientWithToken(url: string, token: string, timeoutMs = TIMEOUT_MS): ApiClient {
  return {
    token,
    request: async (endpoint, input = {}, once) => {
      const params = (input.params ?? {}) as Record<string, unknown>
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
        for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item))
      }
      const address = `${url}${path}${query.size > 0 ? `?${query}` : ''}`
      const headers = { authorization: `Bearer ${token}`, ...(once ? { 'idempotency-key': once } : {}) }
      return (await send(address, endpoint.method, input.body, { headers, timeoutMs })) as never
    },
  }
}

async function send(
  url: string,
  method: string,
  body?: unknown,
  { headers, timeoutMs = TIMEOUT_MS }: { headers?: Record<string, string>; timeoutMs?: number } = {},
) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause) => {
    throw new Error(`${method} ${new URL(url).pathname} was not answered: ${cause}`, { cause })
  })
  const json = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new ApiProblem(answer.status, json)
  return json
}
