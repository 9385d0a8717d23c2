import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { describeInterval, recordIntervalChange } from './record-rule-change.ts'
import { draftOf, lockInterval, markDeleted } from './search-intervals.store.ts'
import { stepsOfMethod } from './search-methods.store.ts'

/** Restores a deleted interval at its former position. */
export async function restoreSearchInterval(
  server: Server,
  actor: Actor,
  intervalId: number,
): Promise<{ intervalId: number }> {
  return write(server, actor, async (tx) => {
    const interval = await lockInterval(tx, actor.scope, intervalId, 'removed')
    const { companyId } = interval
    const now = server.clock.now()
    await markDeleted(tx, intervalId, null)
    const after = describeInterval(draftOf(interval), await stepsOfMethod(tx, interval.searchMethodId))
    const change = { id: intervalId, companyId, action: 'restored', after }
    await recordIntervalChange(tx, actor, change, now)
    return { intervalId }
  })
}
