import { whenText } from '@dispecerat/domain/dispatch/interval-labels'
import { DomainError, FieldErrors } from '@dispecerat/domain/kernel/errors'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import type { Actor } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import type { Server } from '../../platform/lifecycle/server.ts'
import { placeInOrder } from './place-in-order.ts'
import { recordOrderChange } from './record-rule-change.ts'
import { chosenCompanyOf, lockRulesOf } from './rules-company.store.ts'
import { companyOfInterval, intervalsInOrder, reorder } from './search-intervals.store.ts'

/** Saves the precedence as a list of all existing intervals of one company, each once. */
export async function sortSearchIntervals(
  server: Server,
  actor: Actor,
  { ids, company_id }: { ids: readonly number[]; company_id?: CompanyId | undefined },
): Promise<{ companyId: CompanyId }> {
  return write(server, actor, async (tx) => {
    const [first] = ids
    const wanted = company_id ?? (first === undefined ? undefined : await companyOfInterval(tx, actor.scope, first))
    const companyId = await chosenCompanyOf(tx, actor, wanted)
    await lockRulesOf(tx, companyId)
    const now = server.clock.now()
    const all = await intervalsInOrder(tx, companyId)
    const before = all.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id)
    checkEachOnce(before, ids)
    await reorder(tx, companyId, placeInOrder(all, ids))
    const names = new Map(all.map((interval) => [interval.id, interval.name ?? whenText(interval)]))
    const auditOf = (order: readonly number[]) => ({ intervals: order.map((id) => names.get(id)) })
    const change = { id: companyId, companyId, action: 'changed' }
    await recordOrderChange(tx, actor, { ...change, before: auditOf(before), after: auditOf(ids) }, now)
    return { companyId }
  })
}

function checkEachOnce(currentIds: readonly number[], ids: readonly number[]): void {
  if (ids.some((id) => !currentIds.includes(id))) throw new DomainError('search_interval.unknown')
  if (new Set(ids).size !== ids.length) throw new FieldErrors({ ids: ['Un interval apare de două ori în listă'] })
  if (ids.length !== currentIds.length) {
    throw new FieldErrors({ ids: ['Lista trebuie să cuprindă toate intervalele companiei'] })
  }
}
