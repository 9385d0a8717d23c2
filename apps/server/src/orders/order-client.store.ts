import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { KnownClient } from './placing-facts.store.ts'

interface ClientWish {
  phone: string
  companyId: number
  name: string | null
  about: string | null
}

/** The client of a phone, made when unknown; a name or notes that were typed fill what the record lacks (GAP-46). */
export async function clientOf(tx: Tx, known: KnownClient | null, wish: ClientWish, now: Date): Promise<KnownClient> {
  const { phone, companyId, name, about } = wish
  const isUpToDate =
    known?.isOurs && (known.name !== null || name === null) && (about === null || about === known.about)
  if (known && isUpToDate) return known
  const { rows } = await sql<Omit<KnownClient, 'isOurs'>>`
    with client as (
      insert into users (name, phone, about, created_at) values (${name}, ${phone}, ${about}, ${now})
      on conflict (phone) do update set name = coalesce(users.name, excluded.name),
        about = coalesce(excluded.about, users.about), deleted_at = null
      returning id, name, about
    ),
    of_role as (insert into user_roles (user_id, role) select id, 'client' from client on conflict do nothing),
    of_company as (
      insert into user_companies (user_id, company_id) select id, ${companyId}::bigint from client on conflict do nothing
    )
    select id, name, about from client
  `.execute(tx)
  const client = rows[0]
  if (!client) throw new Error('an upserted client has an id')
  return { ...client, isOurs: true }
}

/** What a dispatcher learned of the client goes to the client's record too (C-32, C-57). */
export async function updateClient(
  tx: Tx,
  clientId: number,
  changes: { name?: string | null; about?: string | null },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await tx.updateTable('users').set(given).where('id', '=', clientId).execute()
}
