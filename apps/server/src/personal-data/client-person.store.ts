import { DomainError } from '@dispecerat/domain/errors'
import { sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Db, Tx } from '../db/database.ts'

/** A client as the caller's companies know them. */
export interface ClientPerson {
  userId: number
  name: string | null
  phone: string | null
  email: string | null
  createdAt: Date
  /** Companies that have the client, of the caller's. */
  knownTo: number[]
  /** Every company the person works for or has a contract with: what it has of a colleague is not a client's. */
  worksFor: number[]
  /** Another company keeps something of the client, or the person has an account to work with. Told to nobody but who sees every company. */
  isStoredElsewhere: boolean
}

/** A client's rows of the caller's companies: null stands for every company. */
export interface Whose {
  userId: number
  phone: string | null
  companies: number[] | null
  worksFor: number[]
}

export function whoseOf({ userId, phone, worksFor }: ClientPerson, { companies }: Scope): Whose {
  return { userId, phone, companies: companies === 'every' ? null : [...companies], worksFor }
}

/**
 * Somebody the caller's companies have as a client, whoever has the phone; null for anybody else. Who sees every company finds a client
 * whom no company knows any more, too.
 */
export async function findClient(db: Db | Tx, userId: number, { companies }: Scope): Promise<ClientPerson | null> {
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

/** Throws user.unknown for whoever is no client of the caller's companies. */
export async function requireClient(db: Db | Tx, scope: Scope, clientId: number): Promise<ClientPerson> {
  const client = await findClient(db, clientId, scope)
  if (!client) throw new DomainError('user.unknown')
  return client
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
