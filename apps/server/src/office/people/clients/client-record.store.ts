import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../../platform/db/actor.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { ofCompanies } from '../../../platform/records/of-companies.store.ts'

/**
 * A client as the actor's companies know them: only data that these companies wrote, nothing of an account that the phone's user may have.
 */
export interface ClientRecord {
  userId: UserId
  phone: string | null
  /** The actor's companies that have the client, by id; the following fields come from the first one. */
  companyIds: CompanyId[]
  name: string | null
  about: string | null
  email: string | null
  identifier: string | null
  isActive: boolean
  version: number
  /** The account that pays, from the first company that names one. */
  parentAccount: { id: number; name: string | null } | null
  createdAt: Date
}

/** Null when none of these companies has the client. */
export async function findClientRecord(db: Db | Tx, userId: UserId, scope: Scope): Promise<ClientRecord | null> {
  const { rows } = await sql<ClientRecord>`
    select users.id as "userId", users.phone, known.name, known.about, known.email::text as email, known.identifier,
      known.is_active as "isActive", known.version, known.created_at as "createdAt",
      array(select company_id from company_clients where user_id = users.id and ${ofCompanies(scope)} order by 1) as "companyIds",
      (select json_build_object('id', account.id, 'name', account.name) from company_clients
        join users as account on account.id = company_clients.protocol_parent_user_id
        where company_clients.user_id = users.id and ${ofCompanies(scope)} order by company_id limit 1) as "parentAccount"
    from users
    join lateral (
      select * from company_clients where user_id = users.id and ${ofCompanies(scope)} order by company_id limit 1
    ) as known on true
    where users.id = ${userId}
  `.execute(db)
  return rows[0] ?? null
}

/** Locks the rows of these companies until the transaction ends, and nothing of the user's account. */
export async function lockClientRecord(tx: Tx, userId: UserId, scope: Scope): Promise<ClientRecord | null> {
  await sql`
    select 1 from company_clients where user_id = ${userId} and ${ofCompanies(scope)} order by company_id for update
  `.execute(tx)
  return findClientRecord(tx, userId, scope)
}

export interface ClientFields {
  name?: string
  about?: string | null
  email?: string | null
  identifier?: string | null
  isActive?: boolean
}

/** Overwrites the given fields in the rows of these companies; every change makes a new version. */
export async function saveClientRecord(
  tx: Tx,
  { userId, companyIds }: Pick<ClientRecord, 'userId' | 'companyIds'>,
  { isActive, ...plain }: ClientFields,
): Promise<void> {
  if (companyIds.length === 0) return
  await tx
    .updateTable('company_clients')
    .set((eb) => ({
      ...plain,
      ...(isActive === undefined ? {} : { is_active: isActive }),
      version: eb('version', '+', 1),
    }))
    .where('user_id', '=', userId)
    .where('company_id', 'in', companyIds)
    .execute()
}

/** True when one of these companies has the user as a client. */
export async function isClientOf(tx: Tx, userId: UserId, companyIds: readonly CompanyId[]): Promise<boolean> {
  const { rows } = await sql`
    select from company_clients where user_id = ${userId} and company_id = any(${[...companyIds]}::bigint[]) limit 1
  `.execute(tx)
  return rows.length > 0
}
