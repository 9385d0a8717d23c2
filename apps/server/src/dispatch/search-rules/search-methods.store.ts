import { type StoredStep, stepFromWire, stepToWire } from '@dispecerat/contract/dispatch/search-steps'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'
import { lockRulesOf } from './rules-company.store.ts'

export interface MethodRecord {
  id: number
  companyId: CompanyId
  version: number
  updatedAt: Date
  steps: readonly SearchStep[]
}

/** Throws `search_method.unknown` when the company has no such method. */
export async function requireMethod(tx: Tx, companyId: CompanyId, id: number): Promise<void> {
  const { rows } = await sql`select 1 from search_methods where id = ${id} and company_id = ${companyId}`.execute(tx)
  if (rows.length === 0) throw new DomainError('search_method.unknown')
}

/** Steps of the method; none without a method. */
export async function stepsOfMethod(tx: Tx, id: number | null): Promise<SearchStep[]> {
  const { rows } = await sql<{ items: StoredStep[] | null }>`
    select definitions -> 'items' as items from search_methods where id = ${id}
  `.execute(tx)
  return (rows[0]?.items ?? []).map(stepFromWire)
}

/** Locks the rules of the method's company and reads the method; another company's is `search_method.unknown`. */
export async function lockMethod(tx: Tx, scope: Scope, id: number): Promise<MethodRecord> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    select company_id as "companyId" from search_methods where id = ${id} and ${ofCompanies(scope)}
  `.execute(tx)
  const found = rows[0]
  if (!found) throw new DomainError('search_method.unknown')
  await lockRulesOf(tx, found.companyId)
  const { rows: locked } = await sql<Pick<MethodRecord, 'version' | 'updatedAt'> & { items: StoredStep[] | null }>`
    select version, updated_at as "updatedAt", definitions -> 'items' as items from search_methods where id = ${id}
  `.execute(tx)
  const method = locked[0]
  if (!method) throw new DomainError('search_method.unknown')
  const { items, ...read } = method
  return { id, companyId: found.companyId, ...read, steps: (items ?? []).map(stepFromWire) }
}

export async function insertMethod(
  tx: Tx,
  companyId: CompanyId,
  steps: readonly SearchStep[],
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('search_methods')
    .values({ company_id: companyId, definitions: definitionsOf(steps), updated_at: by.now, updated_by: by.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveMethod(
  tx: Tx,
  id: number,
  steps: readonly SearchStep[],
  by: { userId: UserId | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('search_methods')
    .set((change) => ({
      definitions: definitionsOf(steps),
      version: change('version', '+', 1),
      updated_at: by.now,
      updated_by: by.userId,
    }))
    .where('id', '=', id)
    .execute()
}

function definitionsOf(steps: readonly SearchStep[]): string {
  return JSON.stringify({ items: steps.map(stepToWire) })
}
