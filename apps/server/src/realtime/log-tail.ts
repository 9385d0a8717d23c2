import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { newestSeq, numberEvents, readEventsAfter, type StoredEvent } from '../db/event-log.ts'
import { kindOfError } from '../kind-of-error.ts'
import { MAX_RECENT, RecentEvents } from './recent-events.ts'

/** Commits that nobody announced (another node without Redis, a killed one) are seen this late at most. */
const POLL_MS = 250
/** A burst of commits costs one batch per this long. */
const SPACING_MS = 4
const BATCH = 500

export interface TailParts<Prepared> {
  db: Db
  clock: Clock
  log: Logger
  /** May take its time and may fail: it is tried again with the same events. */
  prepare(events: readonly StoredEvent[], attempt: number): Promise<Prepared>
  /** Runs in the same turn in which the cursor moves, so that whoever joins sees an event either here or in a replay. */
  send(prepared: Prepared): void
  /** The newest event of what was sent. */
  sent(last: StoredEvent): void
  /** This node has numbered events: the other nodes can read them now. */
  numbered(): void
}

/** Numbers what was committed and reads the log once per node, in order, none missing. */
export class LogTail<Prepared> {
  readonly #parts: TailParts<Prepared>
  #cursor = 0
  #recent = new RecentEvents([], 0)
  #stopped = false
  #woken = false
  #mustNumber = true
  #caughtUpAt: number | null = null
  #rest: (() => void) | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(parts: TailParts<Prepared>) {
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
   * For how many seconds a committed event may have waited to be sent: the time since the log was last read to its end,
   * beyond the rest between two polls. It grows while the database is slow or away too.
   */
  get lagSeconds(): number {
    if (this.#caughtUpAt === null) return 0
    return Math.max(0, performance.now() - this.#caughtUpAt - POLL_MS) / 1000
  }

  async start(): Promise<void> {
    const { db, clock } = this.#parts
    await numberEvents(db, clock.now())
    const newest = await newestSeq(db)
    const recent = await readEventsAfter(db, newest - MAX_RECENT, MAX_RECENT)
    this.#recent = new RecentEvents(
      recent.filter(({ seq }) => seq <= newest),
      newest,
    )
    this.#cursor = newest
    this.#caughtUpAt = performance.now()
    this.#running = this.#run()
  }

  /** Something was committed here. */
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
        const isFull = await this.#step(failures + 1)
        failures = 0
        if (isFull) continue
      } catch (error) {
        failures += 1
        this.#mustNumber = true
        if (failures === 1) this.#parts.log.warn({ reason: kindOfError(error) }, 'the event log cannot be read')
      }
      await this.#sleep()
    }
  }

  /** Returns whether there may be more to read. */
  async #step(attempt: number): Promise<boolean> {
    const { db, clock, prepare, send, sent, numbered } = this.#parts
    if (this.#mustNumber) {
      this.#mustNumber = false
      if (await numberEvents(db, clock.now())) numbered()
    }
    const events = await readEventsAfter(db, this.#cursor, BATCH)
    const last = events.at(-1)
    if (last) {
      const prepared = await prepare(events, attempt)
      if (this.#stopped) return false
      send(prepared)
      this.#recent.add(events)
      this.#cursor = last.seq
      sent(last)
    }
    if (events.length === BATCH) return true
    this.#caughtUpAt = performance.now()
    return false
  }

  /** Ends early at a wake; one that came during the step still keeps the spacing, so a storm of commits is read in batches. */
  async #sleep(): Promise<void> {
    if (this.#stopped) return
    await new Promise<void>((resolve) => {
      const poll = () => {
        this.#mustNumber = true
        resolve()
      }
      const timer = this.#woken ? setTimeout(resolve, SPACING_MS) : setTimeout(poll, POLL_MS)
      this.#rest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#rest = null
  }
}
