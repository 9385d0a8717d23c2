import type { Logger } from 'pino'
import type { Db } from '../../platform/db/database.ts'
import { liveRoads, readRoads } from './road-graph.store.ts'
import { RoadThreadLine } from './roads/road-thread-line.ts'

/** A newly imported map is noticed within this time. */
const POLL_INTERVAL_MS = 2000

/**
 * Loads the roads of the live map into a thread, which starts with the first map that has roads. A new map replaces
 * the old one without a pause; a thread that dies is started again with its roads.
 */
export class RoadsOfTheMap {
  readonly #db: Db
  readonly #log: Logger
  #line: RoadThreadLine | null = null
  /** Id of the map whose roads the thread has. */
  #loaded: number | null = null
  #looking: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }

  get areKnown(): boolean {
    return this.#loaded !== null
  }

  /** The thread that has the roads. Throws while there is none. */
  line(): RoadThreadLine {
    if (this.#line === null || this.#loaded === null) throw new Error('there are no roads')
    return this.#line
  }

  /** Polls from now on; nothing waits for the roads. */
  start(): void {
    this.#timer = setInterval(() => void this.refresh(), POLL_INTERVAL_MS)
    this.#timer.unref()
    void this.refresh()
  }

  /** Loads the roads of the live map unless they are loaded. Never throws. */
  refresh(): Promise<void> {
    this.#looking ??= this.#load()
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        this.#log.warn({ reason }, 'the roads of the map could not be loaded')
      })
      .finally(() => {
        this.#looking = null
      })
    return this.#looking
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#looking
    await this.#line?.end()
  }

  async #load(): Promise<void> {
    const live = await liveRoads(this.#db)
    if (live === null || live.datasetId === this.#loaded || this.#isStopped) return
    const bytes = await readRoads(this.#db, live)
    if (bytes === null || this.#isStopped) return
    this.#line ??= this.#openLine()
    await this.#line.request({ type: 'load', bytes })
    this.#loaded = live.datasetId
    this.#log.info({ map: live.datasetId, bytes: live.bytes }, 'the roads of the map are loaded')
  }

  #openLine(): RoadThreadLine {
    const line: RoadThreadLine = new RoadThreadLine(() => {
      if (this.#line !== line) return
      this.#line = null
      this.#loaded = null
      if (this.#isStopped) return
      this.#log.warn('the thread of the roads ended; another one is started')
      void this.refresh()
    })
    return line
  }
}
