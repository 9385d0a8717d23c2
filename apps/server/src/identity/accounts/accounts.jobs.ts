import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { closeExpiredSessions } from '../sessions/close-expired-sessions.ts'
import { forgetUnusedDevices } from '../sessions/login-devices.store.ts'
import { rememberedSince } from '../sessions/login-devices.ts'
import { forgetDeadSessions } from '../sessions/sessions.store.ts'

const EVERY_MS = 6 * 3_600_000
const CLOSE_EVERY_MS = 60_000
const RETENTION_DAYS = 30

/** Closes expired sessions and deletes those that ended long ago. */
export function startAccountsJobs(server: Server) {
  const { db, clock } = server
  const run = async () => {
    const now = clock.now()
    await forgetDeadSessions(db, new Date(now.getTime() - RETENTION_DAYS * 24 * 3_600_000))
    await forgetUnusedDevices(db, rememberedSince(now))
  }
  const jobs = [
    runEvery(server, { everyMs: EVERY_MS, run, failed: 'old sessions were not removed' }),
    runEvery(server, {
      everyMs: CLOSE_EVERY_MS,
      isAtOnce: true,
      run: () => closeExpiredSessions(server),
      failed: 'expired sessions were not closed',
    }),
  ]
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
}
