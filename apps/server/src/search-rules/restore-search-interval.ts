import type { Caller } from '../db/caller.ts'
import { write } from '../db/write.ts'
import type { Server } from '../server.ts'
import { keepChange } from './rule-changes.store.ts'
import { lockInterval, markDeleted } from './search-intervals.store.ts'
import { tellChanged } from './tell-changed.ts'

/** Brings a removed interval back to the place it had (decision 15). */
export async function restoreSearchInterval(
  server: Server,
  caller: Caller,
  intervalId: number,
): Promise<{ intervalId: number }> {
  return write(server, caller, async (tx) => {
    const { companyId } = await lockInterval(tx, caller.scope, intervalId, 'removed')
    const now = server.clock.now()
    await markDeleted(tx, intervalId, null)
    await keepChange(tx, caller, { companyId, subject: 'interval', subjectId: intervalId, action: 'restored' }, now)
    await tellChanged(tx, companyId, now)
    return { intervalId }
  })
}
