import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The account's own name and note for a client who may order on it. */
export interface OwnNames {
  name: string | null
  note: string | null
}

/** Locks the client's row of the company FOR UPDATE: the account they order on, and this account's name for them. */
export async function lockOwnClient(
  tx: Tx,
  { accountId, companyId }: { accountId: UserId; companyId: CompanyId },
  clientId: UserId,
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

/** Puts the client on the account, under the account's name for them. */
export async function putOnAccount(
  tx: Tx,
  { accountId, companyId }: { accountId: UserId; companyId: CompanyId },
  clientId: UserId,
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
  accountId: UserId,
  clientId: UserId,
  { name, note, now }: { name: string; note: string | null; now: Date },
): Promise<void> {
  await tx
    .insertInto('account_clients')
    .values({ account_id: accountId, user_id: clientId, name, note, added_at: now, removed_at: null })
    .onConflict((on) => on.columns(['account_id', 'user_id']).doUpdateSet({ name, note }))
    .execute()
}

/** Removes the client from the account; name and note stay, so that the removal can be undone. */
export async function takeOffAccount(
  tx: Tx,
  { accountId, companyId }: { accountId: UserId; companyId: CompanyId },
  clientId: UserId,
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
