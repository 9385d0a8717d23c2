import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { learnTimesOfNight } from './learn-times.ts'

const POLL_INTERVAL_MS = 10 * 60_000

/** Checks every ten minutes whether the times of this night are still to be learned. */
export function startLearning(server: Server): { stop(): Promise<void> } {
  let isStopping = false
  const run = () => learnTimesOfNight(server, () => isStopping)
  const poller = runEvery(server, { everyMs: POLL_INTERVAL_MS, run, failed: 'times were not learned' })
  return {
    stop: async () => {
      isStopping = true
      await poller.stop()
    },
  }
}
