import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { Problem } from '@dispecerat/contract/kernel/wire'
import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import { endSession, useSession } from './session.ts'

interface RequestOptions {
  /** Idempotency key: one per action of the user, the same for every attempt. */
  key?: string
  /** The loaded version, sent as If-Match; undefined for a new record. */
  version?: number | undefined
  signal?: AbortSignal
  /** Sends the list's query as a body, because the typed search may be a name or a phone. */
  byBody?: true | undefined
}

export type Reply<E extends Endpoint> = z.output<E['reply']>

const TIMEOUT_MS = 20_000
/** Delays before the second and third attempt when there was no reply. */
const RETRY_AFTER_MS = [600, 1800]

/** Sends a request to an endpoint of the contract. Throws ApiError; 401 also ends the session. */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E> = {},
  options: RequestOptions = {},
): Promise<Reply<E>> {
  const { byBody } = options
  const method = byBody ? 'POST' : endpoint.method
  const url = fillPath(endpoint.path, input.params) + (byBody ? '/search' : queryText(input.query))
  const token = useSession.getState().token
  const headers: Record<string, string> = { Accept: 'application/json', 'company-id': '1' }
  if (token) headers.Authorization = `Bearer ${token}`
  if (method !== 'GET') headers['Idempotency-Key'] = options.key ?? crypto.randomUUID()
  /*
   * No input of the user within the last seconds: the page sends the request on its own, which does not extend the
   * session.
   */
  if (!navigator.userActivation?.isActive) headers.unattended = '1'
  if (options.version !== undefined) {
    headers['If-Match'] = `"${options.version}"`
    /* A server of the version before, during an upgrade, reads only this one. */
    headers['If-Unmodified-Since'] = String(options.version)
  }
  const sent = byBody ? (input.query ?? {}) : input.body
  const body = sent === undefined ? undefined : JSON.stringify(sent)
  if (body !== undefined) headers['Content-Type'] = 'application/json'

  const response = await fetchPatiently(url, { method, headers, body }, options.signal)
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as Reply<E>
  if (response.status === 401 && token !== null && token === useSession.getState().token) endSession()
  throw new ApiError(response.status, await readProblem(response))
}

/** The same for a reply that is a file, such as a picture or a table. */
export async function requestFile<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  signal?: AbortSignal,
): Promise<Blob> {
  const url = fillPath(endpoint.path, input.params) + queryText(input.query)
  const { token } = useSession.getState()
  const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {}
  const response = await fetchPatiently(url, { method: endpoint.method, headers }, signal)
  if (response.ok) return response.blob()
  if (response.status === 401 && token !== null && token === useSession.getState().token) endSession()
  throw new ApiError(response.status, await readProblem(response))
}

/** A repeated write is safe, because it has the same Idempotency-Key. */
async function fetchPatiently(url: string, init: RequestInit, callerSignal?: AbortSignal): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      const timeoutSignal = AbortSignal.timeout(TIMEOUT_MS)
      return await fetch(url, {
        ...init,
        signal: callerSignal ? AbortSignal.any([callerSignal, timeoutSignal]) : timeoutSignal,
      })
    } catch (error) {
      if (callerSignal?.aborted) throw error
      const pause = RETRY_AFTER_MS[attempt]
      if (pause === undefined) throw new ApiError(0, {})
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

async function readProblem(response: Response): Promise<Partial<Problem>> {
  try {
    return (await response.json()) as Partial<Problem>
  } catch {
    return {}
  }
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

export function queryText(query: unknown): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) {
      pairs.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
    }
  }
  const text = pairs.toString()
  return text === '' ? '' : `?${text}`
}
