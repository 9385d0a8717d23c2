import { replayChannel } from '@dispecerat/contract/api/realtime'
import type { Server } from '../../platform/lifecycle/server.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { ReplayRuns } from './replay-runs.ts'
import { replayView } from './replays.views.ts'

const PREFIX = replayChannel(0).slice(0, -1)

/** Creates the replay runner of this process; users who may read a replay may subscribe to its progress. */
export function createReplayRuns(server: Server, realtime: Realtime): ReplayRuns {
  realtime.guardChannel(PREFIX, 'search_rules.edit', async ({ scope }, replayId) => {
    const found = await replayView(server.db, scope, replayId).catch(() => null)
    return found !== null
  })
  return new ReplayRuns(server, realtime)
}
