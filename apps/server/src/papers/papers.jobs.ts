import { bucharestDay } from '@dispecerat/domain/bucharest-day'
import { wallTime } from '@dispecerat/domain/search/choose-interval'
import type { Server } from '../server.ts'
import { companiesToWarn } from './paper-warnings.store.ts'
import { warnOfPapers } from './warn-of-papers.ts'

/** A push at midnight wakes whoever drives in the morning. */
const FROM_HOUR = '08:00:00'
const LOOK_EVERY_MS = 60_000

/** Every morning tells of the papers that end; a server that was off then does it when it is back. */
export async function warnOfDuePapers(server: Server): Promise<void> {
  const now = server.clock.now()
  if (wallTime(now).time < FROM_HOUR) return
  for (const companyId of await companiesToWarn(server.db, bucharestDay(now))) {
    await warnOfPapers(server, companyId).catch((error: unknown) =>
      server.log.warn({ company_id: companyId, reason: String(error) }, 'a company was not warned of its papers'),
    )
  }
}

export function startPapersJobs(server: Server): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null
  const look = () => {
    looking ??= warnOfDuePapers(server)
      .catch((error: unknown) => server.log.warn({ reason: String(error) }, 'papers that end could not be looked at'))
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
