import type { Module } from '../../platform/lifecycle/module.ts'
import { replayRoutes } from './replay.routes.ts'
import type { ReplayRuns } from './replay-runs.ts'

export function replayModule({ replays }: { replays: ReplayRuns }): Module {
  return {
    name: 'replay',
    routes: (http, server) => replayRoutes(http, server, replays),
    startJobs: async () => {
      await replays.start()
      return replays
    },
  }
}
