import type { Db } from '../db/database.ts'
import type { Fleet } from '../fleet/fleet.public.ts'
import type { Server } from '../server.ts'
import { advanceOneDue } from './due-searches.ts'
import { nextDueAt } from './walks.store.ts'

/** Orders are advanced side by side; each worker holds one connection while it works. */
const MOST_WORKERS = 4
/** Other nodes start walks too: the timer never sleeps longer than this. */
const LOOK_AHEAD_MS = 1_000

export interface SearchJobs {
  start(): void
  /** Something may be due now. */
  wake(): void
  /** Runs what is due until nothing is. */
  runDue(): Promise<void>
  /** Lets the steps that run end, and starts no other. */
  stop(): Promise<void>
}

/**
 * The clock of all searches. Walks are rows with a due time; one timer waits for the earliest. `engineDb` may be a pool of
 * its own, so that a storm of requests never makes a round late.
 */
export function createSearchJobs(shared: Server, fleet: Fleet, engineDb: Db = shared.db): SearchJobs {
  const server: Server = { ...shared, db: engineDb }
  const working = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | null = null
  let isStarted = false
  let isWoken = false

  const work = async (): Promise<void> => {
    do {
      isWoken = false
      // Where one was due there may be more: a second worker looks, and so on.
      while (isStarted && (await advanceOneDue(server, fleet))) recruit()
    } while (isStarted && isWoken)
  }

  const recruit = (): void => {
    if (!isStarted) return
    if (working.size >= MOST_WORKERS) {
      isWoken = true
      return
    }
    const worker = work()
      .catch((error: unknown) => {
        server.log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'due searches cannot be read')
      })
      .finally(() => {
        working.delete(worker)
        if (working.size === 0) void arm()
      })
    working.add(worker)
  }

  const arm = async (): Promise<void> => {
    if (!isStarted) return
    const dueAt = await nextDueAt(server.db).catch(() => null)
    const wait = dueAt === null ? LOOK_AHEAD_MS : dueAt.getTime() - server.clock.now().getTime()
    if (timer) clearTimeout(timer)
    if (isStarted) timer = setTimeout(recruit, Math.min(Math.max(wait, 1), LOOK_AHEAD_MS))
  }

  const settle = async (): Promise<void> => {
    while (working.size > 0) await Promise.all(working)
  }

  return {
    start: () => {
      isStarted = true
      recruit()
    },
    wake: recruit,
    runDue: async () => {
      recruit()
      await settle()
    },
    stop: async () => {
      isStarted = false
      if (timer) clearTimeout(timer)
      await settle()
    },
  }
}
