import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** The user of a phone (E.164), created as a client without an account when unknown; locked against a change of the phone. */
export async function holderOfPhone(tx: Tx, phone: string, now: Date): Promise<UserId> {
  // A user that another transaction commits during the statement is visible to the next statement only.
  const id = (await upsertHolder(tx, phone, now)) ?? (await upsertHolder(tx, phone, now))
  if (id === undefined) throw new Error('a phone that cannot be inserted has a user')
  return id
}

async function upsertHolder(tx: Tx, phone: string, now: Date): Promise<UserId | undefined> {
  const { rows } = await sql<{ id: UserId }>`
    with made as (
      insert into users (phone, created_at) values (${phone}, ${now}) on conflict (phone) do nothing returning id
    ),
    of_role as (insert into user_roles (user_id, role) select id, 'client' from made),
    held as materialized (select id from users where phone = ${phone} for key share)
    select id from made union all select id from held
  `.execute(tx)
  return rows[0]?.id
}

/** A temporary user, or one that has lost the phone. */
export async function insertUserWithoutPhone(tx: Tx, now: Date): Promise<UserId> {
  const { rows } = await sql<{ id: UserId }>`
    insert into users (created_at, erased_at) values (${now}, ${now}) returning id
  `.execute(tx)
  const [row] = rows
  if (!row) throw new Error('an insert returns its row')
  return row.id
}

export async function deleteUser(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from users where id = ${userId}`.execute(tx)
}

/** The phone of a user, locked against changes; null: there is none. */
export async function lockPhoneOf(tx: Tx, userId: UserId): Promise<string | null> {
  const { rows } = await sql<{ phone: string | null }>`
    select phone from users where id = ${userId} for update
  `.execute(tx)
  return rows[0]?.phone ?? null
}

export async function lockUserOfPhone(tx: Tx, phone: string): Promise<UserId | null> {
  const { rows } = await sql<{ id: UserId }>`select id from users where phone = ${phone} for update`.execute(tx)
  return rows[0]?.id ?? null
}

export async function setPhone(tx: Tx, userId: UserId, phone: string | null): Promise<void> {
  await sql`update users set phone = ${phone} where id = ${userId}`.execute(tx)
}

/** Removes the phone of a user without an account, until `setPhone` sets another. */
export async function takePhoneFrom(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await sql`update users set phone = null, erased_at = ${now}, deleted_at = ${now} where id = ${userId}`.execute(tx)
}

export async function givePhoneTo(tx: Tx, userId: UserId, phone: string): Promise<void> {
  await sql`update users set phone = ${phone}, erased_at = null, deleted_at = null where id = ${userId}`.execute(tx)
}

/** Removes the phone of users who are neither a client nor an account any more. */
export async function forgetUnusedHolders(tx: Tx, userIds: readonly UserId[], now: Date): Promise<void> {
  await sql`
    update users set phone = null, email = null, identifier = null, erased_at = ${now}, deleted_at = ${now}
    where id = any(${[...userIds]}::bigint[]) and password_hash is null and deleted_at is null
      and not exists (select from user_roles where user_id = users.id and role <> 'client')
      and not exists (select from company_clients where user_id = users.id)
      and not exists (select from account_clients where user_id = users.id)
      and not exists (select from orders where client_id = users.id)
  `.execute(tx)
}

export async function isClientSomewhere(tx: Tx, userId: UserId): Promise<boolean> {
  const { rows } = await sql`select from company_clients where user_id = ${userId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Clears the e-mail of a user without an account: a company entered it and has it in company_clients, and nobody logs in with it. */
export async function takeEmailFromClient(tx: Tx, email: string): Promise<void> {
  await sql`
    update users set email = null
    where email = ${email} and phone is not null and password_hash is null and deleted_at is null
      and not exists (select from user_roles where user_id = users.id and role <> 'client')
  `.execute(tx)
}
