import type { Logger } from 'pino'
import type { StoredEvent } from '../db/event-log.ts'
import { kindOfError } from '../kind-of-error.ts'
import type { Enrichment } from './realtime.ts'

/** Who is there to hear. */
export interface Audience {
  isHeard(event: StoredEvent): boolean
  isHere(userId: number): boolean
}

export interface Prepared {
  event: StoredEvent
  data: unknown
  /** Its data could not be loaded: whoever would hear it must ask again. */
  isLost: boolean
}

/** A database that is away for a moment is waited for; a bug in a loader must not hold up everybody else's events. */
const MAX_ATTEMPTS = 3

/** Loads the current rows behind a batch, once per event name. */
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
   * Throws while there is hope that another attempt helps. Nothing is loaded for events nobody is there to hear; should
   * somebody come until they are sent, he asks again.
   */
  async prepare(events: readonly StoredEvent[], attempt: number, audience: Audience): Promise<Prepared[]> {
    const unheard = new Set(events.filter((event) => this.#loaders.has(event.event) && !audience.isHeard(event)))
    const heard = events.filter((event) => !unheard.has(event))
    const names = [...new Set(heard.map(({ event }) => event))]
    const loading = names.map(async (name) => {
      const named = heard.filter(({ event }) => event === name)
      return [name, await this.#load(name, named, attempt, audience)] as const
    })
    const dataOf = new Map(await Promise.all(loading))
    return events.map((event) => {
      if (unheard.has(event)) return { event, data: null, isLost: true }
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
