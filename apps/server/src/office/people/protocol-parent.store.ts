import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The company among these with which an account has its contract; null when there is none. */
export async function companyOfAccount(
  tx: Tx,
  accountId: UserId,
  companyIds: readonly CompanyId[],
): Promise<CompanyId | null> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    select contract.company_id as "companyId" from protocol_companies contract
    join users on users.id = contract.user_id and users.deleted_at is null
    where contract.user_id = ${accountId} and contract.company_id = any(${[...companyIds]}::bigint[])
  `.execute(tx)
  return rows[0]?.companyId ?? null
}

/** Sets one account for a client among these companies; the company with the contract stores it. */
export async function saveParentAccount(
  tx: Tx,
  clientId: UserId,
  {
    accountId,
    companyId,
    companyIds,
  }: { accountId: UserId | null; companyId: CompanyId | null; companyIds: CompanyId[] },
): Promise<void> {
  await sql`
    update company_clients set protocol_parent_user_id = case when company_id = ${companyId}::bigint then ${accountId}::bigint end
    where user_id = ${clientId} and company_id = any(${companyIds}::bigint[])
  `.execute(tx)
}

/** Maps the lower-case name, also the one on invoices, to the accounts of a company with that name. */
export async function accountsNamed(
  db: Db | Tx,
  companyId: CompanyId,
  names: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ name: string; ids: number[] }>`
    select called.name, array_agg(distinct contract.user_id) as ids
    from protocol_companies contract
    join users on users.id = contract.user_id and users.deleted_at is null
    cross join lateral (values (lower(users.name)), (lower(contract.legal_name))) as called (name)
    where contract.company_id = ${companyId} and called.name = any(${names.map((name) => name.toLowerCase())}::text[])
    group by called.name
  `.execute(db)
  return new Map(rows.map(({ name, ids }) => [name, ids]))
}
