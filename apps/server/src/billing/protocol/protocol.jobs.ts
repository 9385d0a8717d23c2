import { bucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { wallTime } from '@dispecerat/domain/kernel/wall-time'
import { kindOfError } from '../../platform/lifecycle/kind-of-error.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { dueMonths } from '../invoices/invoice-drafts.store.ts'
import { makeDraft } from '../invoices/make-draft.ts'

/** By then the trips of the night have their fares, and the office opens later. */
const FROM_HOUR = '05:00:00'
const POLL_INTERVAL_MS = 60_000

/** Creates the drafts that are due; a server that was down on the day does it when it is back. */
export async function makeDueDrafts(server: Server): Promise<void> {
  const now = server.clock.now()
  if (wallTime(now).time < FROM_HOUR) return
  for (const due of await dueMonths(server.db, bucharestDay(now))) {
    await makeDraft(server, due).catch((error: unknown) =>
      server.log.warn({ account_id: due.accountId, reason: kindOfError(error) }, 'a draft of an invoice was not made'),
    )
  }
}

export function startProtocolJobs(server: Server) {
  const failed = 'invoicing days could not be processed'
  return runEvery(server, { everyMs: POLL_INTERVAL_MS, run: () => makeDueDrafts(server), failed })
}
