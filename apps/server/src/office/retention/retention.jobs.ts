import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { forgetOldRows, type SoundBin } from './forget-old-rows.ts'

const POLL_INTERVAL_MS = 10 * 60_000

/** Checks every ten minutes whether tonight's job is still to be run. */
export function startRetention(server: Server, bin: SoundBin): { stop(): Promise<void> } {
  let isStopping = false
  const run = () => forgetOldRows({ ...server, bin }, () => isStopping)
  const poller = runEvery(server, { everyMs: POLL_INTERVAL_MS, run, failed: 'old rows were not removed' })
  return {
    stop: async () => {
      isStopping = true
      await poller.stop()
    },
  }
}
