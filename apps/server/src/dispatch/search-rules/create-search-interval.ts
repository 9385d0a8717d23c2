import { type NewInterval, RULE_COUNTS } from '@dispecerat/contract/dispatch/search-rules'
import { validateInterval } from '@dispecerat/domain/dispatch/search/rules/validate-interval'
import { FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { write } from '../../platform/db/write.ts'
import { checkAll } from '../../platform/http/check-all.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { stepsOf } from './check-rules.ts'
import { placeInOrder } from './place-in-order.ts'
import { describeInterval, recordIntervalChange } from './record-rule-change.ts'
import { chosenCompanyOf, lockRulesOf } from './rules-company.store.ts'
import { type IntervalDraft, insertInterval, intervalsInOrder, reorder } from './search-intervals.store.ts'
import { insertMethod, requireMethod, stepsOfMethod } from './search-methods.store.ts'

/** Creates an interval at its position in the list; steps sent with it become a method of its own. */
export async function createSearchInterval(
  server: Server,
  actor: Actor,
  input: NewInterval,
): Promise<{ intervalId: number }> {
  return write(server, actor, async (tx) => {
    const company = () => chosenCompanyOf(tx, actor, input.company_id)
    const [companyId, currentIds, steps] = await checkAll(
      actor,
      company,
      async () => {
        const companyId = await company()
        await lockRulesOf(tx, companyId)
        return requireFreeSlot(tx, companyId)
      },
      () => (input.definitions ? stepsOf(input.definitions) : null),
      () => validateInterval(timesOf(input)),
    )
    const now = server.clock.now()
    const by = { userId: actor.userId, now }
    const fields = { name: input.name || null, ...timesOf(input) }

    const wanted = input.search_method_id ?? null
    if (wanted !== null) await requireMethod(tx, companyId, wanted)
    const searchMethodId = steps ? await insertMethod(tx, companyId, steps, by) : wanted
    const draft = { ...fields, searchMethodId }
    const intervalId = await insertInterval(tx, companyId, draft, by)
    if (input.position !== undefined) {
      const order = currentIds.toSpliced(input.position - 1, 0, intervalId)
      await reorder(tx, companyId, placeInOrder(await intervalsInOrder(tx, companyId), order))
    }
    const change = { id: intervalId, companyId, action: 'created' }
    const after = describeInterval(draft, await stepsOfMethod(tx, searchMethodId))
    await recordIntervalChange(tx, actor, { ...change, after }, now)
    return { intervalId }
  })
}

/** Ids of the existing intervals; refuses when the maximum is reached. */
async function requireFreeSlot(tx: Tx, companyId: CompanyId): Promise<number[]> {
  const current = (await intervalsInOrder(tx, companyId)).filter(({ isDeleted }) => !isDeleted)
  if (current.length >= RULE_COUNTS.intervals) {
    throw new FieldErrors({ intervals: [`Cel mult ${RULE_COUNTS.intervals} de intervale`] })
  }
  return current.map(({ id }) => id)
}

function timesOf({ type, value }: NewInterval): Omit<IntervalDraft, 'searchMethodId' | 'name'> {
  return {
    type,
    timeFrom: value.time_from,
    timeTo: value.time_to,
    selectedDay: value.selected_day,
    customDay: value.custom_day,
  }
}
