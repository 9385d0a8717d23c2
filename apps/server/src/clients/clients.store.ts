import { sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Tx } from '../db/database.ts'
import { inCompanies } from './in-companies.store.ts'

/** A client as one company knows him. */
export interface CompanyClient {
  /** Of the user, the same in every company. */
  id: number
  name: string | null
  about: string | null
}

/** What a company learns of whoever has a phone. */
export interface Learned {
  companyId: number
  /** E.164. */
  phone: string
  /** Kept where the company has no name for him yet. */
  name?: string | null
  /** undefined leaves the notes as they are, null empties them. */
  about?: string | null
}

/**
 * The company's client of a phone; the user is made when nobody has it. A user who exists stays as he is: he gets no role
 * and no membership, and a deleted account stays deleted.
 */
export async function clientOfPhone(tx: Tx, learned: Learned, now: Date): Promise<CompanyClient> {
  // A user committed while the statement runs is seen by none of its parts, only by the next statement.
  const client = (await upsertClient(tx, learned, now)) ?? (await upsertClient(tx, learned, now))
  if (!client) throw new Error('a phone that cannot be inserted has a user')
  return client
}

async function upsertClient(tx: Tx, learned: Learned, now: Date): Promise<CompanyClient | undefined> {
  const { companyId, phone, name = null, about } = learned
  const { rows } = await sql<CompanyClient>`
    with made as (
      insert into users (phone, created_at) values (${phone}, ${now}) on conflict (phone) do nothing returning id
    ),
    of_role as (insert into user_roles (user_id, role) select id, 'client' from made),
    held as materialized (select id from users where phone = ${phone} for key share),
    person as (select id from made union all select id from held)
    insert into company_clients (company_id, user_id, name, about, created_at)
    select ${companyId}::bigint, id, ${name}::text, ${about ?? null}::text, ${now}::timestamptz from person
    on conflict (company_id, user_id) do update set
      name = coalesce(company_clients.name, excluded.name),
      about = case when ${about !== undefined}::boolean then excluded.about else company_clients.about end
    returning user_id as id, name, about
  `.execute(tx)
  return rows[0]
}

/** Overwrites what one company knows of a client; a field left out stays. */
export async function updateClient(
  tx: Tx,
  { companyId, clientId }: { companyId: number; clientId: number },
  changes: { name?: string | null; about?: string | null },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await tx
    .updateTable('company_clients')
    .set(given)
    .where('company_id', '=', companyId)
    .where('user_id', '=', clientId)
    .execute()
}

/** The first company of the scope that has a client with this phone: the one whose notes a look-up shows. */
export async function companyThatKnows(tx: Tx, scope: Scope, phone: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    select min(known.company_id) as id from users join company_clients known on known.user_id = users.id
    where users.phone = ${phone} and ${inCompanies(scope, 'known.company_id')}
  `.execute(tx)
  return rows[0]?.id ?? null
}
