import { lookEvery } from '../look-every.ts'
import type { Server } from '../server.ts'
import { forgetUnusedDevices } from './login-devices.store.ts'
import { rememberedSince } from './login-devices.ts'
import { forgetDeadSessions } from './sessions.store.ts'

const EVERY_MS = 6 * 3_600_000
const KEPT_DAYS = 30

/** Sessions that ended long ago say nothing any more. */
export function startAccountsJobs(server: Server) {
  const { db, clock } = server
  const look = async () => {
    const now = clock.now()
    await forgetDeadSessions(db, new Date(now.getTime() - KEPT_DAYS * 24 * 3_600_000))
    await forgetUnusedDevices(db, rememberedSince(now))
  }
  return lookEvery(server, { everyMs: EVERY_MS, look, failed: 'old sessions were not removed' })
}
