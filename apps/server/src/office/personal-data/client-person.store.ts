import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'

/** A client as known to the actor's companies. */
export interface ClientPerson {
  userId: UserId
  name: string | null
  phone: string | null
  email: string | null
  createdAt: Date
  /** The actor's companies that have the client. */
  knownTo: CompanyId[]
  /** Every company the person works for or has a contract with; its rows about them as staff are not client data. */
  worksFor: number[]
  /** Another company has data of the client, or the person has an account with a role. Visible only to actors who see every company. */
  isStoredElsewhere: boolean
}

/** A client's rows in the actor's companies; null stands for every company. */
export interface Whose {
  userId: UserId
  phone: string | null
  companies: CompanyId[] | null
  worksFor: number[]
}

export function whoseOf({ userId, phone, worksFor }: ClientPerson, { companies }: Scope): Whose {
  return { userId, phone, companies: companies === 'every' ? null : [...companies], worksFor }
}

/**
 * A client of the actor's companies, even if the user has other roles; null for any other user. An actor who sees every company also finds
 * clients that no company has any more.
 */
export async function findClient(db: Db | Tx, userId: UserId, { companies }: Scope): Promise<ClientPerson | null> {
  const mine = companies === 'every' ? null : [...companies]
  const { rows } = await sql<ClientPerson>`
    select users.id as "userId", known.name, users.phone, known.email::text as email,
      coalesce(known.created_at, users.created_at) as "createdAt",
      array(select company_id from company_clients where user_id = users.id
        and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[])) order by 1) as "knownTo",
      array(select company_id from user_companies where user_id = users.id
        union select company_id from protocol_companies where user_id = users.id
        union select company_id from driver_status where driver_id = users.id) as "worksFor",
      exists (select from user_roles where user_id = users.id and role <> 'client')
        or ${mine}::bigint[] is not null and (
          exists (select from company_clients where user_id = users.id and company_id <> all(${mine}::bigint[]))
          or exists (select from orders where client_id = users.id and created_by_company_id <> all(${mine}::bigint[]))
        ) as "isStoredElsewhere"
    from users
    left join lateral (
      select * from company_clients where user_id = users.id
        and (${mine}::bigint[] is null or company_id = any(${mine}::bigint[])) order by company_id limit 1
    ) as known on true
    where users.id = ${userId} and (known.user_id is not null
      or (${mine}::bigint[] is null and users.deleted_at is null
        and not exists (select from user_roles where user_id = users.id and role <> 'client')))
  `.execute(db)
  return rows[0] ?? null
}

/** Throws user.unknown for a user who is no client of the actor's companies. */
export async function requireClient(db: Db | Tx, scope: Scope, clientId: UserId): Promise<ClientPerson> {
  const client = await findClient(db, clientId, scope)
  if (!client) throw new DomainError('user.unknown')
  return client
}

/** Locks the user until the transaction ends. */
export async function lockClient(tx: Tx, userId: UserId): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

/** True when the client has an open order or call. */
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
