import type { OrderId } from '@dispecerat/domain/kernel/ids'
import type { Db } from '../../platform/db/database.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { advanceDue, advanceOne, type DueParts } from './due-searches.ts'
import { nextDueAt } from './walks.store.ts'

/** Orders are advanced in parallel; each worker holds one connection while it works. */
const MAX_WORKERS = 4
/** Maximum sleep of the timer, because other nodes start walks too. */
const AHEAD_MS = 1_000
/** Sleep while a due walk waits for receipts to be written; their commit wakes the scheduler earlier. */
const RECEIPTS_MS = 20

export interface SearchJobs {
  start(): void
  /** Called when something may be due now. */
  wake(): void
  /** Runs until nothing is due. */
  runDue(): Promise<void>
  /** Lets running steps end and starts no others. */
  stop(): Promise<void>
}

/**
 * Scheduler of all searches. Walks are rows with a due time; one timer waits for the earliest. `engineDb` may be a pool of its own, so that
 * a flood of requests never delays a round.
 */
export function createSearchJobs(shared: Server, parts: Omit<DueParts, 'wake'>, engineDb: Db = shared.db): SearchJobs {
  const workers = new Workers({ ...shared, db: engineDb }, parts)
  return {
    start: () => workers.start(),
    wake: () => workers.recruit(),
    runDue: async () => {
      workers.recruit()
      await workers.settle()
    },
    stop: () => workers.stop(),
  }
}

/** Up to four workers: at most one claims due orders, the others advance those found. */
class Workers {
  readonly #server: Server
  readonly #parts: DueParts
  readonly #working = new Set<Promise<void>>()
  /** Due orders with changes, found in an evaluation of many; each needs a transaction of its own. */
  readonly #eventful: OrderId[] = []
  /** These and the ones being advanced: claims skip them. */
  readonly #running = new Set<OrderId>()
  #timer: NodeJS.Timeout | null = null
  #isStarted = false
  #isClaiming = false
  #isWoken = false

  constructor(server: Server, parts: Omit<DueParts, 'wake'>) {
    this.#server = server
    this.#parts = { ...parts, wake: () => this.recruit() }
  }

  start(): void {
    this.#isStarted = true
    this.recruit()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    if (this.#timer) clearTimeout(this.#timer)
    await this.settle()
  }

  async settle(): Promise<void> {
    while (this.#working.size > 0) await Promise.all(this.#working)
  }

  /**
   * Every commit wakes the scheduler, and most make nothing due: so one worker claims at a time, and a worker that found something starts
   * the next one.
   */
  recruit(): void {
    this.#isWoken = true
    if (!this.#isStarted || this.#working.size >= MAX_WORKERS) return
    const next = this.#eventful.shift()
    if (next === undefined && this.#isClaiming) return
    // Only a claim consumes the wake-up.
    if (next === undefined) this.#isWoken = false
    const worker = (next === undefined ? this.#look() : this.#advance(next)).finally(() => {
      this.#working.delete(worker)
      if (this.#isWoken || this.#eventful.length > 0) this.recruit()
      else if (this.#working.size === 0) void this.#arm()
    })
    this.#working.add(worker)
    if (this.#eventful.length > 0) this.recruit()
  }

  async #look(): Promise<void> {
    this.#isClaiming = true
    const onClaimed = (isDue: boolean) => {
      this.#isClaiming = false
      if (isDue || this.#isWoken) this.recruit()
    }
    try {
      for (const orderId of await advanceDue(this.#server, this.#parts, [...this.#running], onClaimed)) {
        this.#running.add(orderId)
        this.#eventful.push(orderId)
      }
    } catch (error) {
      this.#isClaiming = false
      this.#server.log.warn({ reason: kindOfError(error) }, 'due searches cannot be read')
    }
  }

  async #advance(orderId: OrderId): Promise<void> {
    try {
      await advanceOne(this.#server, this.#parts, orderId)
    } catch (error) {
      this.#server.log.warn({ reason: kindOfError(error) }, 'a due search cannot be advanced')
    } finally {
      this.#running.delete(orderId)
    }
  }

  async #arm(): Promise<void> {
    if (!this.#isStarted) return
    const dueAt = await nextDueAt(this.#server.db, this.#parts.routes.asking).catch(() => null)
    const wait = dueAt === null ? AHEAD_MS : dueAt.getTime() - this.#server.clock.now().getTime()
    if (this.#timer) clearTimeout(this.#timer)
    const minMs = this.#parts.receipts.unwritten.length > 0 ? RECEIPTS_MS : 1
    if (this.#isStarted) this.#timer = setTimeout(() => this.recruit(), Math.min(Math.max(wait, minMs), AHEAD_MS))
  }
}
