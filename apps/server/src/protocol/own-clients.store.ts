import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** What an account calls somebody who may order on it. */
export interface OwnNames {
  name: string | null
  note: string | null
}

/** His row of the company FOR UPDATE: on whose account he orders, and how this account calls him. */
export async function lockOwnClient(
  tx: Tx,
  { accountId, companyId }: { accountId: number; companyId: number },
  clientId: number,
): Promise<(OwnNames & { parentId: number | null; wasRemoved: boolean }) | null> {
  const { rows } = await sql<OwnNames & { parentId: number | null; wasRemoved: boolean }>`
    select known.protocol_parent_user_id as "parentId", coalesce(own.name, known.name) as name, own.note,
      coalesce(own.removed_at is not null, false) as "wasRemoved"
    from company_clients known
    left join account_clients own on own.user_id = known.user_id and own.account_id = ${accountId}
    where known.company_id = ${companyId} and known.user_id = ${clientId} for update of known
  `.execute(tx)
  return rows[0] ?? null
}

/** Puts him on the account, under the name it gives him. */
export async function putOnAccount(
  tx: Tx,
  { accountId, companyId }: { accountId: number; companyId: number },
  clientId: number,
): Promise<void> {
  await tx
    .updateTable('company_clients')
    .set({ protocol_parent_user_id: accountId })
    .where('company_id', '=', companyId)
    .where('user_id', '=', clientId)
    .execute()
  await tx
    .updateTable('account_clients')
    .set({ removed_at: null })
    .where('account_id', '=', accountId)
    .where('user_id', '=', clientId)
    .execute()
}

export async function saveOwnNames(
  tx: Tx,
  accountId: number,
  clientId: number,
  { name, note, now }: { name: string; note: string | null; now: Date },
): Promise<void> {
  await tx
    .insertInto('account_clients')
    .values({ account_id: accountId, user_id: clientId, name, note, added_at: now, removed_at: null })
    .onConflict((on) => on.columns(['account_id', 'user_id']).doUpdateSet({ name, note }))
    .execute()
}

/** Takes him off; what the account called him stays, so that he may come back. */
export async function takeOffAccount(
  tx: Tx,
  { accountId, companyId }: { accountId: number; companyId: number },
  clientId: number,
  { name, now }: { name: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('company_clients')
    .set({ protocol_parent_user_id: null })
    .where('company_id', '=', companyId)
    .where('user_id', '=', clientId)
    .execute()
  await tx
    .insertInto('account_clients')
    .values({ account_id: accountId, user_id: clientId, name, note: null, added_at: now, removed_at: now })
    .onConflict((on) => on.columns(['account_id', 'user_id']).doUpdateSet({ removed_at: now }))
    .execute()
}
