import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { describeInterval, recordIntervalChange } from './record-rule-change.ts'
import { draftOf, lockInterval, markDeleted } from './search-intervals.store.ts'
import { stepsOfMethod } from './search-methods.store.ts'

/** Deletes an interval (soft); running searches keep the steps they began with. */
export async function deleteSearchInterval(
  server: Server,
  actor: Actor,
  { intervalId, version }: { intervalId: number; version: ReadVersion },
): Promise<{ intervalId: number }> {
  return write(server, actor, async (tx) => {
    const interval = await lockInterval(tx, actor.scope, intervalId)
    const now = server.clock.now()
    requireFresh(version, interval, 'search_rules.changed_meanwhile')
    const { companyId } = interval
    await markDeleted(tx, intervalId, now)
    const before = describeInterval(draftOf(interval), await stepsOfMethod(tx, interval.searchMethodId))
    const change = { id: intervalId, companyId, action: 'deleted', before }
    await recordIntervalChange(tx, actor, change, now)
    return { intervalId }
  })
}
