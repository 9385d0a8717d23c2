import type { SearchInterval } from '@dispecerat/domain/dispatch/search-rules'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { lockRulesOf } from './rules-company.store.ts'

export interface IntervalRecord extends SearchInterval {
  companyId: CompanyId
  name: string | null
  version: number
  /** The later of the changes of the interval and of its method; null: never changed. */
  updatedAt: Date | null
  isDeleted: boolean
}

/** Fields of an interval that an editor sets; the store sets position and version. */
export type IntervalDraft = Omit<IntervalRecord, 'id' | 'companyId' | 'version' | 'updatedAt' | 'isDeleted'>

export function draftOf(interval: IntervalRecord): IntervalDraft {
  const { searchMethodId, name, type, timeFrom, timeTo, selectedDay, customDay } = interval
  return { searchMethodId, name, type, timeFrom, timeTo, selectedDay, customDay }
}

const COLUMNS = sql`id, company_id as "companyId", search_method_id as "searchMethodId", name, type,
  time_from as "timeFrom", time_to as "timeTo", selected_day as "selectedDay", custom_day as "customDay", version,
  greatest(updated_at, (select updated_at from search_methods where id = search_method_id)) as "updatedAt",
  deleted_at is not null as "isDeleted"`

/**
 * Locks the rules of the interval's company and reads the interval. Throws `search_interval.unknown` when it is another company's, or
 * deleted where an existing one is expected.
 */
export async function lockInterval(
  tx: Tx,
  scope: Scope,
  id: number,
  which: 'standing' | 'removed' = 'standing',
): Promise<IntervalRecord> {
  await lockRulesOf(tx, await companyOfInterval(tx, scope, id))
  const { rows } = await sql<IntervalRecord>`
    select ${COLUMNS} from search_intervals where id = ${id}
  `.execute(tx)
  const interval = rows[0]
  if (!interval || interval.isDeleted !== (which === 'removed')) throw new DomainError('search_interval.unknown')
  return interval
}

/** All of a company's intervals in order, deleted ones included, because they keep their position. */
export async function intervalsInOrder(tx: Tx, companyId: CompanyId): Promise<IntervalRecord[]> {
  const { rows } = await sql<IntervalRecord>`
    select ${COLUMNS} from search_intervals
    where company_id = ${companyId} order by sort_order, id
  `.execute(tx)
  return rows
}

/** Appended to the list; `reorder` moves it. */
export async function insertInterval(
  tx: Tx,
  companyId: CompanyId,
  draft: IntervalDraft,
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into search_intervals (company_id, search_method_id, name, type, time_from, time_to, selected_day, custom_day,
      sort_order, updated_at, updated_by)
    values (${companyId}, ${draft.searchMethodId}, ${draft.name}, ${draft.type}, ${draft.timeFrom}, ${draft.timeTo},
      ${draft.selectedDay}, ${draft.customDay},
      (select coalesce(max(sort_order), 0) + 1 from search_intervals where company_id = ${companyId}),
      ${by.now}, ${by.userId})
    returning id
  `.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('an inserted interval has no id')
  return row.id
}

export async function saveInterval(
  tx: Tx,
  id: number,
  draft: IntervalDraft,
  by: { userId: UserId | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('search_intervals')
    .set((change) => ({
      search_method_id: draft.searchMethodId,
      name: draft.name,
      type: draft.type,
      time_from: draft.timeFrom,
      time_to: draft.timeTo,
      selected_day: draft.selectedDay,
      custom_day: draft.customDay,
      version: change('version', '+', 1),
      updated_at: by.now,
      updated_by: by.userId,
    }))
    .where('id', '=', id)
    .execute()
}

/** Soft-deletes an interval, or restores it (`deletedAt` null). */
export async function markDeleted(tx: Tx, id: number, deletedAt: Date | null): Promise<void> {
  await tx
    .updateTable('search_intervals')
    .set((change) => ({ deleted_at: deletedAt, version: change('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Numbers a company's intervals 1, 2, 3 … in this order; `ids` must contain all of them. */
export async function reorder(tx: Tx, companyId: CompanyId, ids: readonly number[]): Promise<void> {
  await sql`
    update search_intervals as rule set sort_order = place.no
    from unnest(${[...ids]}::bigint[]) with ordinality as place (id, no)
    where rule.id = place.id and rule.company_id = ${companyId}
  `.execute(tx)
}

/** Throws `search_interval.unknown` when it is another company's. */
export async function companyOfInterval(tx: Tx, scope: Scope, id: number): Promise<CompanyId> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    select company_id as "companyId" from search_intervals where id = ${id} and ${ofCompanies(scope)}
  `.execute(tx)
  const found = rows[0]
  if (!found) throw new DomainError('search_interval.unknown')
  return found.companyId
}
