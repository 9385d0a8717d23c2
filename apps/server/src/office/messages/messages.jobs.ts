import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { sendNextSlice } from './broadcast-slices.ts'

const POLL_INTERVAL_MS = 1000

/** Continues broadcasts, also those that another process began and did not finish. */
export function startMessageJobs(server: Server): { stop(): Promise<void> } {
  let isStopped = false
  const run = async () => {
    while (!isStopped && (await sendNextSlice(server)));
  }
  const failed = 'broadcasts cannot be sent'
  const poller = runEvery(server, { everyMs: POLL_INTERVAL_MS, run, failed, isAtOnce: true })
  return {
    stop: async () => {
      isStopped = true
      await poller.stop()
    },
  }
}
