import { sql } from 'kysely'
import type { Scope } from '../db/caller.ts'
import type { Tx } from '../db/database.ts'

export interface ClientNote {
  /** E.164. */
  phone: string
  about: string | null
}

/**
 * Writes the notes on the client of a phone, who is made when nobody has it (C-32), and makes him a client of the caller's
 * first company when he is none of any. Somebody who works for a company stays out of the others and stays deleted: a
 * membership would open its orders to him.
 */
export async function saveNote(tx: Tx, { companies }: Scope, { phone, about }: ClientNote, now: Date): Promise<number> {
  const ofCaller = companies === 'every' ? [] : [...companies]
  const { rows } = await sql<{ id: number }>`
    with staff as (
      select users.id from users join user_roles on user_roles.user_id = users.id and user_roles.role <> 'client'
      where users.phone = ${phone}
    ),
    client as (
      insert into users (phone, about, created_at) values (${phone}, ${about}, ${now})
      on conflict (phone) do update set about = excluded.about,
        deleted_at = case when exists (select from staff) then users.deleted_at end
      returning id
    ),
    of_role as (insert into user_roles (user_id, role) select id, 'client' from client on conflict do nothing),
    of_company as (
      insert into user_companies (user_id, company_id)
      select client.id, ${ofCaller[0] ?? null}::bigint from client
      where ${ofCaller.length > 0} and not exists (select from staff)
        and not exists (select from user_companies mine
          where mine.user_id = client.id and mine.company_id = any(${ofCaller}::bigint[]))
      on conflict do nothing
    )
    select id from client
  `.execute(tx)
  const client = rows[0]
  if (!client) throw new Error('an upserted client has an id')
  return client.id
}
