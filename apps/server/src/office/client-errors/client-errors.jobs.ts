import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { forgetClientErrorsBefore } from './client-errors.store.ts'

const RETENTION_DAYS = 30
const EVERY_MS = 3_600_000

export function startClientErrorJobs(server: Server) {
  const run = () =>
    forgetClientErrorsBefore(server.db, new Date(server.clock.now().getTime() - RETENTION_DAYS * 86_400_000))
  return runEvery(server, { everyMs: EVERY_MS, run, failed: 'old client errors stayed', isAtOnce: true })
}
