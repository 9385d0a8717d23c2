import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint, RequestInput } from '@dispecerat/contract/endpoint'
import type { z } from 'zod'
import { type ApiClient, ApiProblem, apiClientWithToken } from '../api-client.ts'

const TIMEOUT_MS = 4_000
const PAUSE_MS = 150
/** Longer than anything breaks. */
const GIVE_UP_MS = 120_000
const RETRYABLE_STATUSES = new Set([429, 502, 503, 504])

/** What clients were answered besides what they sent for. */
export interface Heard {
  /** What no fault explains. */
  problems: string[]
  /** How often each status was answered, and how often nobody did. */
  statuses: Map<string, number>
}

/** Sends a request with its key to one node after the other until one answers, as a console does that waits for its answer. */
export class PatientClient {
  readonly #desks: ApiClient[]
  readonly #heard: Heard
  #next = 0

  constructor(urls: readonly string[], token: string, received: Heard) {
    this.#desks = urls.map((url) => apiClientWithToken(url, token, TIMEOUT_MS))
    this.#heard = received
  }

  /** What the server acknowledged; undefined when it refused. */
  async send<E extends Endpoint>(
    endpoint: E,
    given: RequestInput<E>,
    key?: string,
  ): Promise<z.output<E['reply']> | undefined> {
    const giveUpAt = performance.now() + GIVE_UP_MS
    while (performance.now() < giveUpAt) {
      try {
        return await this.#desk().request(endpoint, given, key)
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
    // Nobody answered, or not to the end.
    if (!(error instanceof ApiProblem) || RETRYABLE_STATUSES.has(error.status)) return false
    const isDefect = error.status >= 500 || error.status === 401 || error.status === 422
    if (isDefect) this.#heard.problems.push(`${method} ${path} answered ${error.message}`)
    return true
  }
}
