import type { IntervalChange } from '@dispecerat/contract/dispatch/search-rules'
import { validateInterval } from '@dispecerat/domain/dispatch/search/rules/validate-interval'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll, needs } from '../../platform/http/check-all.ts'
import { type ReadVersion, requireFresh } from '../../platform/http/read-version.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { describeInterval, recordIntervalChange } from './record-rule-change.ts'
import { draftOf, type IntervalDraft, lockInterval, saveInterval } from './search-intervals.store.ts'
import { requireMethod, stepsOfMethod } from './search-methods.store.ts'

/** Changes an interval's time, its name or its method. */
export async function editSearchInterval(
  server: Server,
  actor: Actor,
  { intervalId, version }: { intervalId: number; version: ReadVersion },
  input: IntervalChange,
): Promise<{ intervalId: number }> {
  return write(server, actor, async (tx) => {
    const interval = await lockInterval(tx, actor.scope, intervalId)
    const now = server.clock.now()
    requireFresh(version, interval, 'search_rules.changed_meanwhile')
    const before = draftOf(interval)
    const after = changed(before, { ...input })
    await checkAll(actor, () => {
      needs(input, 'type', 'value')
      validateInterval(after)
    })
    const { companyId } = interval
    if (after.searchMethodId !== null) await requireMethod(tx, companyId, after.searchMethodId)
    await saveInterval(tx, intervalId, after, { userId: actor.userId, now })
    const change = { id: intervalId, companyId, action: 'changed' }
    const audit = {
      before: describeInterval(before, await stepsOfMethod(tx, before.searchMethodId)),
      after: describeInterval(after, await stepsOfMethod(tx, after.searchMethodId)),
    }
    await recordIntervalChange(tx, actor, { ...change, ...audit }, now)
    return { intervalId }
  })
}

function changed(before: IntervalDraft, { name, type, value, search_method_id }: IntervalChange): IntervalDraft {
  return {
    searchMethodId: search_method_id === undefined ? before.searchMethodId : search_method_id,
    name: name === undefined ? before.name : name || null,
    type: type ?? before.type,
    timeFrom: value?.time_from ?? before.timeFrom,
    timeTo: value?.time_to ?? before.timeTo,
    selectedDay: value ? value.selected_day : before.selectedDay,
    customDay: value ? value.custom_day : before.customDay,
  }
}
