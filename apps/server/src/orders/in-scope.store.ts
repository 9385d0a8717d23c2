import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../platform/db/actor.ts'

/**
 * The only tenancy condition on `orders` (under that alias). `trip` adds orders that partner companies drive or drove, `read` also those
 * offered to them; only the company that received the order may write. Accounts with rows of their own see only those.
 */
export function inScope(scope: Scope, purpose: 'read' | 'trip' | 'write' = 'write'): RawBuilder<boolean> {
  const { companies, ownUserId } = scope
  const own = ownRows(scope)
  if (companies === 'every') return sql<boolean>`(${own})`
  const mine = sql`orders.created_by_company_id = any(${[...companies]}::bigint[])`
  if (purpose === 'write' || ownUserId !== null) return sql<boolean>`(${mine} and ${own})`
  const driven = sql`orders.processed_by_company_id = any(${[...companies]}::bigint[])`
  if (purpose === 'trip') return sql<boolean>`(${mine} or ${driven})`
  return sql<boolean>`(${mine} or ${driven}
    or (orders.state in ('created', 'pending') and orders.send_to_other_company
      and orders.search_company_ids && ${[...companies]}::bigint[]))`
}

function ownRows({ ownUserId, clientPhone }: Scope): RawBuilder<unknown> {
  if (ownUserId === null) return sql`true`
  if (clientPhone !== undefined) {
    return sql`orders.client_id = ${ownUserId}::bigint and orders.client_phone = ${clientPhone} and orders.placed_at is not null`
  }
  return sql`${ownUserId}::bigint in (orders.client_id, orders.protocol_user_id, orders.ordered_by_account_id)`
}

/** Companies that may read a row of `orders`: the same as `inScope(…, 'read')`, for frames that go to many recipients. */
export const READING_COMPANIES: RawBuilder<number[]> = sql<number[]>`(
  array[orders.created_by_company_id]
  || array_remove(array[orders.processed_by_company_id], null)
  || case when orders.state in ('created', 'pending') and orders.send_to_other_company
    then orders.search_company_ids else '{}' end)`
