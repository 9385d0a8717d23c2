import { continueAbandoned, startRuns } from '../../platform/lifecycle/long-runs.ts'
import { runEvery } from '../../platform/lifecycle/run-every.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { erasePortion, type SoundBin } from './advance-erasure-run.ts'
import { claimAbandonedErasures } from './erasure-runs.store.ts'
import { finishErasures } from './replace-mentions.ts'

const POLL_INTERVAL_MS = 60_000

/** Every minute replaces mentions of erased clients in free texts; more often continues erasures whose process ended. */
export function startErasures(server: Server, bin: SoundBin): { stop(): Promise<void> } {
  let isStopping = false
  const pollers = [
    runEvery(server, {
      everyMs: POLL_INTERVAL_MS,
      run: () => finishErasures(server, () => isStopping),
      failed: 'free texts still name an erased client',
    }),
    startRuns(server, {
      run: () => continueErasures(server, bin, () => isStopping),
      failed: 'erasures were not continued',
    }),
  ]
  return {
    stop: async () => {
      isStopping = true
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}

/** Continues erasures whose process ended, on this node or another. */
export function continueErasures(
  server: Server,
  bin: SoundBin,
  isStopping: () => boolean = () => false,
): Promise<void> {
  return continueAbandoned(server, {
    claim: (before, now) => claimAbandonedErasures(server.db, before, now),
    advance: async (id) => {
      while (!isStopping() && (await erasePortion(server, id, bin)) === null);
    },
    failed: 'an erasure broke off',
  })
}
