import type { Realtime } from '../realtime/realtime.ts'
import type { Server } from '../server.ts'
import { banNews } from './bans.views.ts'
import { endDueBans } from './end-due-bans.ts'

/** A ban's end must be seen within a second (DRV-25). */
const LOOK_EVERY_MS = 500

export function hearBans({ db, clock }: Server, realtime: Realtime): void {
  realtime.enrich('ban_updated', (events) => banNews(db, events, clock.now()))
}

/** Looks for bans that have run out; one look at a time. */
export function startBanJobs(server: Server): { stop(): Promise<void> } {
  let looking: Promise<unknown> | null = null
  const look = () => {
    looking ??= endDueBans(server)
      .catch((error: unknown) => server.log.warn({ reason: String(error) }, 'bans cannot be read'))
      .finally(() => {
        looking = null
      })
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}
