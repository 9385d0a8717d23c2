import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import {
  microsecondsOf,
  type Numbering,
  newestSeq,
  numberEvents,
  readEventsAfter,
  type StoredEvent,
} from '../db/event-log.ts'
import type { EnrichedName } from '../db/events/event-types.ts'
import type { Clock } from '../lifecycle/clock.ts'
import { kindOfError } from '../lifecycle/kind-of-error.ts'
import type { Enrichment } from './realtime.ts'
import { RESUME_MS, RecentEvents } from './recent-events.ts'

/** Commits without a wake-up (another node without Redis, a killed one) are found after this time at most. */
const POLL_MS = 250
/** A burst of commits costs at most one batch per interval. */
const SPACING_MS = 4
const BATCH = 500

/** The connected sockets that may receive an event. */
export interface Audience {
  isHeard(event: StoredEvent): boolean
  isHere(userId: UserId): boolean
}

export interface Prepared {
  event: StoredEvent
  data: unknown
  /** Its data could not be loaded: every receiver must read again. */
  isLost: boolean
}

export interface TailParts {
  db: Db
  clock: Clock
  log: Logger
  /** May take long and may fail: it is retried with the same events. */
  prepare(events: readonly StoredEvent[], attempt: number): Promise<Prepared[]>
  /** Runs in the same tick in which the cursor moves, so that a joining socket gets an event either here or in a replay. */
  send(prepared: readonly Prepared[]): void
  /** Called with the newest event that was sent. */
  sent(last: StoredEvent): void
  /** Called when this node has numbered events: the other nodes can read them now. */
  numbered(): void
}

/** Numbers committed events and reads the log once per node, in order and without gaps. */
export class LogTail {
  readonly #parts: TailParts
  #cursor = 0
  #recent = new RecentEvents(0)
  #stopped = false
  #woken = false
  #mustNumber = true
  #caughtUpAt: number | null = null
  #rest: (() => void) | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(parts: TailParts) {
    this.#parts = parts
  }

  /** Everything up to this seq has been sent. */
  get cursor(): number {
    return this.#cursor
  }

  /** Events after `seq` up to `upTo`, in order; null when they must be read from the log. */
  recentEvents(seq: number, upTo: number): StoredEvent[] | null {
    return this.#recent.between(seq, upTo)
  }

  /**
   * Seconds that a committed event may have waited to be sent: the time since the log was last read to its end, minus the interval between
   * two polls. It also grows while the database is slow or unreachable.
   */
  get lagSeconds(): number {
    if (this.#caughtUpAt === null) return 0
    return Math.max(0, performance.now() - this.#caughtUpAt - POLL_MS) / 1000
  }

  async start(): Promise<void> {
    const { db, clock } = this.#parts
    await numberEvents(db, clock.now())
    await this.#readRecent(await newestSeq(db))
    this.#caughtUpAt = performance.now()
    this.#running = this.#run()
  }

  /** Fills the memory at the start, so that clients that reconnect after a restart need no query. */
  async #readRecent(newest: number): Promise<void> {
    this.#cursor = newest
    this.#recent = new RecentEvents(newest)
    for (let after = newest - microsecondsOf(new Date(RESUME_MS)), isFirst = true; ; isFirst = false) {
      const events = await readEventsAfter(this.#parts.db, after, BATCH)
      const [first, last] = [events[0], events.at(-1)]
      if (!first || !last) return
      // Events before the first one may have been removed.
      if (isFirst) this.#recent = new RecentEvents(first.seq - 1)
      this.#recent.add(events)
      this.#cursor = Math.max(newest, last.seq)
      after = last.seq
    }
  }

  /** Called after a commit of this process. */
  wake(): void {
    this.#mustNumber = true
    this.wakeToRead()
  }

  /** Another node has numbered events: reading is enough, so that ten nodes do not number the same commit. */
  wakeToRead(): void {
    this.#woken = true
    this.#rest?.()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#rest?.()
    await this.#running
  }

  async #run(): Promise<void> {
    let failures = 0
    while (!this.#stopped) {
      this.#woken = false
      try {
        const found = await this.#step(failures + 1)
        failures = 0
        if (found === 'more') continue
        // A burst is read in batches: commits of the next moments are numbered together.
        if (found === 'some') await sleep(SPACING_MS)
      } catch (error) {
        failures += 1
        this.#mustNumber = true
        if (failures === 1) this.#parts.log.warn({ reason: kindOfError(error) }, 'the event log cannot be read')
      }
      if (!this.#woken) await this.#untilWoken()
    }
  }

  /** `more`: there may be events left to read or to number. */
  async #step(attempt: number): Promise<'nothing' | 'some' | 'more'> {
    const { db, prepare, send, sent } = this.#parts
    const hasRaced = this.#mustNumber && (await this.#number()) === 'raced'
    const events = await readEventsAfter(db, this.#cursor, BATCH)
    const last = events.at(-1)
    if (last) {
      const prepared = await prepare(events, attempt)
      if (this.#stopped) return 'nothing'
      send(prepared)
      this.#recent.add(events)
      this.#cursor = last.seq
      sent(last)
    }
    if (hasRaced || events.length === BATCH) return 'more'
    this.#caughtUpAt = performance.now()
    return last ? 'some' : 'nothing'
  }

  async #number(): Promise<Numbering> {
    this.#mustNumber = false
    const numbering = await numberEvents(this.#parts.db, this.#parts.clock.now())
    if (numbering === 'numbered') this.#parts.numbered()
    if (numbering === 'raced') this.#mustNumber = true
    return numbering
  }

  async #untilWoken(): Promise<void> {
    const isWoken = await new Promise<boolean>((resolve) => {
      const poll = setTimeout(resolve, POLL_MS, false)
      this.#rest = () => {
        clearTimeout(poll)
        resolve(true)
      }
      if (this.#stopped) this.#rest()
    })
    this.#rest = null
    if (!isWoken) this.#mustNumber = true
  }
}

/** A database that is briefly unreachable is waited for; a bug in a loader must not delay the events of everybody else. */
const MAX_ATTEMPTS = 3

type Loader = (
  events: readonly StoredEvent[],
  isHere: (userId: UserId) => boolean,
) => Promise<ReadonlyMap<number, unknown>>

/** Loads the current rows for a batch, once per event name. */
export class Enrichments {
  readonly #loaders = new Map<string, Loader>()
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  set<Name extends EnrichedName>(name: Name, load: Enrichment<Name>): void {
    if (this.#loaders.has(name)) throw new Error(`${name} is enriched twice`)
    const isNamed = (event: StoredEvent): event is StoredEvent<Name> => event.event === name
    this.#loaders.set(name, (events, isHere) => load(events.filter(isNamed), isHere))
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
  ): Promise<ReadonlyMap<number, unknown> | 'lost' | null> {
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
