import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { companiesToWarn } from './document-warnings.store.ts'
import { warnOfDocuments } from './warn-of-documents.ts'

/** A push at midnight would wake drivers of the morning shift. */
const FROM_HOUR = '08:00:00'
const POLL_INTERVAL_MS = 60_000

/** Sends the warnings about expiring documents every morning; a server that was down then does it when it is back. */
export async function warnOfDueDocuments(server: Server): Promise<void> {
  const now = server.clock.now()
  if (wallTime(now).time < FROM_HOUR) return
  for (const companyId of await companiesToWarn(server.db, bucharestDay(now))) {
    await warnOfDocuments(server, companyId).catch((error: unknown) =>
      server.log.warn({ company_id: companyId, reason: kindOfError(error) }, 'a company was not warned of its papers'),
    )
  }
}

export function startDocumentsJobs(server: Server) {
  const failed = 'papers that end could not be processed'
  return runEvery(server, { everyMs: POLL_INTERVAL_MS, run: () => warnOfDueDocuments(server), failed })
}
