import { SYSTEM } from '../../platform/db/actor.ts'
import { record } from '../../platform/db/event-log.ts'
import { write } from '../../platform/db/write.ts'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { priorityEvents } from './priority-events.ts'
import { duePriorities } from './priority-windows.store.ts'

/** Maximum delay with which the start or end of a priority window is noticed. */
const TICK_MS = 5_000
const AT_ONCE = 500

/** Notifies every driver whose priority started or ended since the last poll, each in its own transaction. */
export async function emitDuePriorities(server: Server): Promise<void> {
  for (const driverId of await duePriorities(server.db, server.clock.now(), AT_ONCE)) {
    try {
      await write(server, SYSTEM, async (tx) => {
        const now = server.clock.now()
        await record(tx, await priorityEvents(tx, driverId, now), now)
      })
    } catch (error) {
      server.log.error({ driver_id: driverId, reason: kindOfError(error) }, 'a priority could not be told')
    }
  }
}

/** Polls for the starts and ends of windows. */
export function startPriorityJobs(server: Server) {
  return runEvery(server, {
    everyMs: TICK_MS,
    run: () => emitDuePriorities(server),
    failed: 'priorities cannot be read',
  })
}
