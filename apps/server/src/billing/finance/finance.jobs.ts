import { startOfBucharestDay } from '@dispecerat/domain/kernel/bucharest-day'
import { continueAbandoned, startRuns } from '../../platform/lifecycle/long-runs.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { advancePaymentRun } from '../payments/advance-payment-run.ts'
import { claimAbandonedRuns } from '../payments/payment-runs.store.ts'
import { checkLedger } from './check-ledger.ts'
import { unchecked } from './finance-checks.store.ts'

/** Every night, at three. */
const CHECK_AFTER_MS = 3 * 3_600_000
const POLL_INTERVAL_MS = 60_000

/** Adds up every ledger that was not added up since three in the morning; a server that was down then does it when it is back. */
export async function checkDueLedgers(server: Server): Promise<void> {
  const now = server.clock.now()
  const three = startOfBucharestDay(now).getTime() + CHECK_AFTER_MS
  if (now.getTime() < three) return
  for (const companyId of await unchecked(server.db, new Date(three))) await checkLedger(server, companyId)
}

export function startFinanceJobs(server: Server) {
  const failed = 'the ledger could not be added up'
  return runEvery(server, { everyMs: POLL_INTERVAL_MS, run: () => checkDueLedgers(server), failed })
}

/** Continues payment runs whose process ended, also those of other nodes. */
export function startPaymentRuns(server: Server) {
  return startRuns(server, { run: () => continuePaymentRuns(server), failed: 'payments were not continued' })
}

export function continuePaymentRuns(server: Server): Promise<void> {
  return continueAbandoned(server, {
    claim: (before, now) => claimAbandonedRuns(server.db, before, now),
    advance: (id) => advancePaymentRun(server, id),
    failed: 'payments broke off',
  })
}
