import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, RequestInput } from '@dispecerat/contract/kernel/endpoint'
import type { z } from 'zod'
import { type ApiClient, ApiProblem, apiClientWithToken } from '../api/api-client.ts'

const TIMEOUT_MS = 4_000
const PAUSE_MS = 150
/** Longer than any fault lasts. */
const GIVE_UP_MS = 120_000
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504])

/** Replies that clients received, besides the reply bodies. */
export interface ReceivedReplies {
  /** Replies that no fault explains. */
  problems: string[]
  /** Number of replies by status, and of requests without a reply. */
  statuses: Map<string, number>
}

/** Sends a request with its idempotency key to one node after the other until one replies, as a waiting console does. */
export class PatientClient {
  readonly #desks: ApiClient[]
  readonly #heard: ReceivedReplies
  #next = 0

  constructor(urls: readonly string[], token: string, received: ReceivedReplies) {
    this.#desks = urls.map((url) => apiClientWithToken(url, token, TIMEOUT_MS))
    this.#heard = received
  }

  /** The acknowledged reply; undefined when the server refused. */
  async send<E extends Endpoint>(
    endpoint: E,
    input: RequestInput<E>,
    key?: string,
  ): Promise<z.output<E['reply']> | undefined> {
    const giveUpAt = performance.now() + GIVE_UP_MS
    while (performance.now() < giveUpAt) {
      try {
        return await this.#desk().request(endpoint, input, key)
      } catch (error) {
        if (this.#isRefused(endpoint, error)) return undefined
        this.#next += 1
        await sleep(PAUSE_MS)
      }
    }
    this.#heard.problems.push(`${endpoint.method} ${endpoint.path} was not answered for ${GIVE_UP_MS / 1000} s`)
    return undefined
  }

  #desk(): ApiClient {
    return this.#desks[this.#next % this.#desks.length] as ApiClient
  }

  #isRefused({ method, path }: Endpoint, error: unknown): boolean {
    const status = error instanceof ApiProblem ? String(error.body.code ?? error.status) : 'no answer'
    this.#heard.statuses.set(status, (this.#heard.statuses.get(status) ?? 0) + 1)
    // There was no reply, or not a complete one.
    if (!(error instanceof ApiProblem) || RETRYABLE_STATUSES.has(error.status)) return false
    const isDefect = error.status >= 500 || error.status === 401 || error.status === 422
    if (isDefect) this.#heard.problems.push(`${method} ${path} answered ${error.message}`)
    return true
  }
}
