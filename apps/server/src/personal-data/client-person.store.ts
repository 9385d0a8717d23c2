import type { Role } from '@dispecerat/domain/permissions'
import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Db, Tx } from '../db/database.ts'

/** A client, and where he is known. */
export interface ClientPerson {
  userId: number
  name: string | null
  phone: string | null
  email: string | null
  createdAt: Date
  roles: Role[]
  /** Companies that know him, of the caller's. */
  knownTo: number[]
  /** Another company keeps something of him. */
  isKnownElsewhere: boolean
}

/** A client's rows of the caller's companies: null stands for every company. */
export interface Whose {
  userId: number
  phone: string | null
  companies: number[] | null
}

export function whoseOf({ userId, phone }: ClientPerson, { companies }: Scope): Whose {
  return { userId, phone, companies: companies === 'every' ? null : [...companies] }
}

/** Somebody the caller's companies have as a client; null for anybody else and for the deleted. */
export async function findClient(db: Db | Tx, userId: number, { companies }: Scope): Promise<ClientPerson | null> {
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<ClientPerson>`
    select users.id as "userId", users.name, users.phone, users.email::text as email, users.created_at as "createdAt",
      array(select role from user_roles where user_id = users.id) as roles,
      array(select company_id from company_clients where user_id = users.id
        and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[])) order by 1) as "knownTo",
      ${mine}::bigint[] is not null and (
        exists (select from company_clients where user_id = users.id and company_id <> all(${mine}::bigint[]))
        or exists (select from orders where client_id = users.id and created_by_company_id <> all(${mine}::bigint[]))
      ) as "isKnownElsewhere"
    from users where users.id = ${userId} and users.deleted_at is null
      and (${mine}::bigint[] is null
        or exists (select from company_clients where user_id = users.id and company_id = any(${mine}::bigint[])))
  `.execute(db)
  return rows[0] ?? null
}

/** Held until the transaction ends. */
export async function lockClient(tx: Tx, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

/** An order that is not over, or a call. */
export async function hasOpenWork(tx: Tx, { userId, phone, companies }: Whose): Promise<boolean> {
  const { rows } = await sql`
    select 1 from orders where (client_id = ${userId} or client_phone = ${phone}) and deleted_at is null
      and state in ('created', 'assigned', 'pending')
      and (${companies}::bigint[] is null or created_by_company_id = any(${companies}::bigint[]))
    union all
    select 1 from calls where phone = ${phone} and state <> 'ended'
      and (${companies}::bigint[] is null or company_id = any(${companies}::bigint[]))
    limit 1
  `.execute(tx)
  return rows.length > 0
}
