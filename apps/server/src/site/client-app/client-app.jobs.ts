import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { forgetRequests } from './client-codes.store.ts'
import { forgetEndedSessions } from './client-sessions.store.ts'

const EVERY_MS = 3_600_000
const CACHE_MS = 3_600_000

/** Deletes codes and sessions that have ended, because they contain phones. */
export function startClientAppJobs(server: Server) {
  const { db, clock } = server
  const run = async () => {
    const now = clock.now()
    await forgetRequests(db, new Date(now.getTime() - CACHE_MS))
    await forgetEndedSessions(db, now)
  }
  return runEvery(server, { everyMs: EVERY_MS, run, failed: 'old codes of clients were not removed' })
}
