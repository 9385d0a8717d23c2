import type { Logger } from 'pino'
import type { StoredEvent } from '../db/event-log.ts'
import { kindOfError } from '../lifecycle/kind-of-error.ts'
import type { Enrichment } from './realtime.ts'

/** The connected sockets that may receive an event. */
export interface Audience {
  isHeard(event: StoredEvent): boolean
  isHere(userId: number): boolean
}

export interface Prepared {
  event: StoredEvent
  data: unknown
  /** Its data could not be loaded: every receiver must read again. */
  isLost: boolean
}

/** A database that is briefly unreachable is waited for; a bug in a loader must not delay the events of everybody else. */
const MAX_ATTEMPTS = 3

/** Loads the current rows for a batch, once per event name. */
export class Enrichments {
  readonly #loaders = new Map<string, Enrichment>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  set(event: string, load: Enrichment): void {
    if (this.#loaders.has(event)) throw new Error(`${event} is enriched twice`)
    this.#loaders.set(event, load)
  }

  /**
   * Throws while another attempt may help. Loads nothing for events without a connected receiver; a receiver that connects before they are
   * sent gets a resync.
   */
  async prepare(events: readonly StoredEvent[], attempt: number, audience: Audience): Promise<Prepared[]> {
    const unreceived = new Set(events.filter((event) => this.#loaders.has(event.event) && !audience.isHeard(event)))
    const received = events.filter((event) => !unreceived.has(event))
    const names = [...new Set(received.map(({ event }) => event))]
    const loading = names.map(async (name) => {
      const named = received.filter(({ event }) => event === name)
      return [name, await this.#load(name, named, attempt, audience)] as const
    })
    const dataOf = new Map(await Promise.all(loading))
    return events.map((event) => {
      if (unreceived.has(event)) return { event, data: null, isLost: true }
      const found = dataOf.get(event.event)
      if (found === 'lost') return { event, data: null, isLost: true }
      return { event, data: found?.has(event.seq) ? found.get(event.seq) : event.data, isLost: false }
    })
  }

  async #load(
    name: string,
    events: StoredEvent[],
    attempt: number,
    audience: Audience,
  ): Promise<Map<number, unknown> | 'lost' | null> {
    const load = this.#loaders.get(name)
    if (!load) return null
    try {
      return await load(events, (userId) => audience.isHere(userId))
    } catch (error) {
      if (attempt < MAX_ATTEMPTS) throw error
      this.#log.error({ event: name, reason: kindOfError(error) }, 'events without data')
      return 'lost'
    }
  }
}
