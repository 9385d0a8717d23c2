import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { checkVersion, type ReadVersion } from './check-rules.ts'
import { keepChange } from './rule-changes.store.ts'
import { lockInterval, markDeleted } from './search-intervals.store.ts'
import { tellChanged } from './tell-changed.ts'

/** Removes an interval; it can be brought back, and searches under way keep the steps they began with. */
export async function deleteSearchInterval(
  server: Server,
  caller: Caller,
  { intervalId, version }: { intervalId: number; version: ReadVersion },
): Promise<{ intervalId: number }> {
  return write(server, caller, async (tx) => {
    const interval = await lockInterval(tx, caller.scope, intervalId)
    const now = server.clock.now()
    checkVersion(interval, version)
    const { companyId } = interval
    await markDeleted(tx, intervalId, now)
    await keepChange(tx, caller, { companyId, subject: 'interval', subjectId: intervalId, action: 'deleted' }, now)
    await tellChanged(tx, companyId, now)
    return { intervalId }
  })
}
