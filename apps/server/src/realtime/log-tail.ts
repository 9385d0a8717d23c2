import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { newestSeq, readEventsAfter, type StoredEvent } from '../db/event-log.ts'
import { kindOfError } from '../kind-of-error.ts'

/** Other nodes' commits are seen this late at most when nothing wakes us. */
const POLL_MS = 250
/** A burst of commits costs one read per this long. */
const SPACING_MS = 4
const BATCH = 500

export interface TailParts<Prepared> {
  db: Db
  log: Logger
  /** May take its time and may fail: it is tried again with the same events. */
  prepare(events: readonly StoredEvent[], attempt: number): Promise<Prepared>
  /** Runs in the same turn in which the cursor moves, so that whoever joins sees an event either here or in a replay. */
  send(prepared: Prepared): void
  /** The newest event of what was sent. */
  sent(last: StoredEvent): void
}

/** Reads the event log once per node, in order, none missing. */
export class LogTail<Prepared> {
  readonly #parts: TailParts<Prepared>
  #cursor = 0
  #stopped = false
  #woken = false
  #rest: (() => void) | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(parts: TailParts<Prepared>) {
    this.#parts = parts
  }

  /** Everything up to this seq has been sent. */
  get cursor(): number {
    return this.#cursor
  }

  async start(): Promise<void> {
    this.#cursor = await newestSeq(this.#parts.db)
    this.#running = this.#run()
  }

  wake(): void {
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
    let wait = POLL_MS
    while (!this.#stopped) {
      // A woken reader that finds nothing waits for an older transaction: it looks again soon, then less and less often.
      if (this.#woken) wait = SPACING_MS
      this.#woken = false
      try {
        const found = await this.#step(failures + 1)
        failures = 0
        if (found > 0) wait = SPACING_MS
        if (found === BATCH) continue
      } catch (error) {
        failures += 1
        wait = POLL_MS
        if (failures === 1) this.#parts.log.warn({ reason: kindOfError(error) }, 'the event log cannot be read')
      }
      await this.#sleep(wait)
      wait = Math.min(POLL_MS, wait * 2)
    }
  }

  async #step(attempt: number): Promise<number> {
    const events = await readEventsAfter(this.#parts.db, this.#cursor, BATCH)
    const last = events.at(-1)
    if (!last) return 0
    const prepared = await this.#parts.prepare(events, attempt)
    if (this.#stopped) return 0
    this.#parts.send(prepared)
    this.#cursor = last.seq
    this.#parts.sent(last)
    return events.length
  }

  /** Ends early at a wake; one that came during the read still keeps the spacing, so a storm of commits is read in batches. */
  async #sleep(milliseconds: number): Promise<void> {
    if (this.#stopped) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#woken ? SPACING_MS : milliseconds)
      this.#rest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#rest = null
  }
}
