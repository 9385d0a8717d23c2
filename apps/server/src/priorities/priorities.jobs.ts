import { SYSTEM } from '../db/caller.ts'
import { record } from '../db/event-log.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { duePriorities } from './priorities.store.ts'
import { priorityNews } from './tell-priority.ts'

/** GAP-18. */
const TICK_MS = 5_000
const AT_ONCE = 500

/** Tells every driver whose priority began or ended since the last look, each in a transaction of its own. */
export async function tellDuePriorities(server: Server): Promise<void> {
  for (const driverId of await duePriorities(server.db, server.clock.now(), AT_ONCE)) {
    try {
      await write(server, SYSTEM, async (tx) => {
        const now = server.clock.now()
        await record(tx, await priorityNews(tx, driverId, now), now)
      })
    } catch (error) {
      server.log.error({ driver_id: driverId, reason: String(error) }, 'a priority could not be told')
    }
  }
}

/** Looks at the edges of the windows; one look at a time. */
export function startPriorityJobs(server: Server): { stop(): Promise<void> } {
  let ticking: Promise<void> | null = null
  const tick = () => {
    ticking ??= tellDuePriorities(server)
      .catch((error: unknown) => server.log.warn({ reason: String(error) }, 'priorities cannot be read'))
      .finally(() => {
        ticking = null
      })
  }
  const timer = setInterval(tick, TICK_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await ticking
    },
  }
}
