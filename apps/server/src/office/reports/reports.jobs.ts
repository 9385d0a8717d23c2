import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { foldTotals } from './totals.store.ts'

const FOLD_EVERY_MS = 30_000

/** Folds changes into the totals, so that reports read few rows. */
export function startReportsJobs(server: Server) {
  const failed = 'the sums of reports were not folded'
  return runEvery(server, { everyMs: FOLD_EVERY_MS, run: () => foldTotals(server.db), failed })
}
