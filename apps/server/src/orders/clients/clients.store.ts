import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

/** A client as one company knows them. */
export interface CompanyClient {
  /** The user's id, the same in every company. */
  id: UserId
  name: string | null
  about: string | null
}

/** Data that a company adds about a phone. */
export interface Learned {
  companyId: CompanyId
  /** E.164. */
  phone: string
  /** Stored when the company has no name for the client yet. */
  name?: string | null
  /** undefined leaves the notes unchanged, null empties them. */
  about?: string | null
}

/**
 * The company's client of a phone; the user is created for an unknown phone. An existing user is not changed: no role and no membership is
 * added, and a deleted account stays deleted.
 */
export async function clientOfPhone(tx: Tx, learned: Learned, now: Date): Promise<CompanyClient> {
  // A user that another transaction commits during the statement is visible to the next statement only.
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

/** Overwrites one company's data about a client; missing fields stay unchanged. */
export async function updateClient(
  tx: Tx,
  { companyId, clientId }: { companyId: CompanyId; clientId: UserId },
  changes: { name?: string | null; about?: string | null },
): Promise<void> {
  const defined = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(defined).length === 0) return
  await tx
    .updateTable('company_clients')
    .set(defined)
    .where('company_id', '=', companyId)
    .where('user_id', '=', clientId)
    .execute()
}

/** The first company of the scope that has a client with this phone: its notes are shown. */
export async function companyThatKnows(tx: Tx, scope: Scope, phone: string): Promise<CompanyId | null> {
  const { rows } = await sql<{ id: CompanyId | null }>`
    select min(known.company_id) as id from users join company_clients known on known.user_id = users.id
    where users.phone = ${phone} and ${ofCompanies(scope, 'known.company_id')}
  `.execute(tx)
  return rows[0]?.id ?? null
}
