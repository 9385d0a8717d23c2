import type { Server } from '../server.ts'
import { forgetDeadSessions } from './sessions.store.ts'

const EVERY_MS = 6 * 3_600_000
const KEPT_DAYS = 30

/** Sessions that ended long ago say nothing any more. */
export function startAccountsJobs({ db, clock, log }: Server): { stop(): void } {
  const forget = () => forgetDeadSessions(db, new Date(clock.now().getTime() - KEPT_DAYS * 24 * 3_600_000))
  const timer = setInterval(() => {
    forget().catch((error: unknown) => {
      log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'old sessions were not removed')
    })
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
