import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { banEventFields } from './bans.views.ts'
import { endDueBans } from './end-due-bans.ts'

/** A ban's end must be seen within a second. */
const POLL_INTERVAL_MS = 500

export function subscribeBans({ db, clock }: Server, realtime: Realtime): void {
  realtime.enrich('ban_updated', (events) => banEventFields(db, events, clock.now()))
}

/** Polls for bans that have expired. */
export function startBanJobs(server: Server) {
  return runEvery(server, { everyMs: POLL_INTERVAL_MS, run: () => endDueBans(server), failed: 'bans cannot be read' })
}
