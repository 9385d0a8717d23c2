import { removeEventsBefore } from '../db/event-log.ts'
import { forgetKeysBefore } from '../db/write.ts'
import { runEvery } from '../lifecycle/run-every.ts'
import type { Server } from '../lifecycle/server.ts'

const HOUR_MS = 3_600_000
const EVENT_DAYS = 7
const KEY_HOURS = 24

/** Removes hourly the events that no client can resume from, and expired idempotency keys. */
export function startRetentionJobs(server: Server) {
  return runEvery(server, { everyMs: HOUR_MS, run: () => forgetOld(server), failed: 'old events were not removed' })
}

/** Runs on every node; deleting what another one has just deleted is harmless. */
export async function forgetOld({ db, clock }: Pick<Server, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await removeEventsBefore(db, new Date(now - EVENT_DAYS * 24 * HOUR_MS))
  await forgetKeysBefore(db, new Date(now - KEY_HOURS * HOUR_MS))
}
