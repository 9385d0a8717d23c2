import type { Authorities } from '../../adapters/authorities/authorities.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { correctRegisters } from './correct-registers.ts'
import { fileDueRegisters } from './file-due-registers.ts'
import { refreshDueAuthorisations } from './refresh-authorisations.ts'
import { sendDueFilings } from './send-due-filings.ts'

const POLL_INTERVAL_MS = 2000
const REGISTERS_EVERY_MS = 60_000
const REFRESH_EVERY_MS = 60_000

/** Sends due filings every two seconds; every minute files registers of past days, corrects filed ones and renews authorisations. */
export function startFilingJobs(server: Server, authorities: Authorities): { stop(): Promise<void> } {
  let isStopped = false
  const run = async () => {
    while (!isStopped && (await sendDueFilings(server, authorities)) > 0);
  }
  const failed = 'filings cannot be handed over'
  const sending = runEvery(server, { everyMs: POLL_INTERVAL_MS, run, failed, isAtOnce: true })
  const filing = runEvery(server, {
    everyMs: REGISTERS_EVERY_MS,
    run: async () => {
      await fileDueRegisters(server)
      await correctRegisters(server)
    },
    failed: 'registers cannot be filed',
    isAtOnce: true,
  })
  const oauth = authorities.efactura?.oauth
  const refreshing = oauth
    ? runEvery(server, {
        everyMs: REFRESH_EVERY_MS,
        run: () => refreshDueAuthorisations(server, oauth),
        failed: 'authorisations cannot be renewed',
        isAtOnce: true,
      })
    : null
  return {
    stop: async () => {
      isStopped = true
      await Promise.all([sending.stop(), filing.stop(), refreshing?.stop()])
    },
  }
}
