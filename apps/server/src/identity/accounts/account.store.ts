import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** The user's own account, locked for a change. */
export interface OwnAccount {
  userId: UserId
  name: string | null
  email: string | null
  phone: string | null
  passwordHash: string | null
  companyId: CompanyId | null
  companyNames: string[]
}

/** Names of the companies that the person works for; a password must not contain them. */
export async function companyNames(db: Db | Tx, companyIds: readonly CompanyId[]): Promise<string[]> {
  if (companyIds.length === 0) return []
  const rows = await db.selectFrom('companies').select('name').where('id', 'in', companyIds).execute()
  return rows.map(({ name }) => name)
}

/** Texts that the account's password must not contain. */
export function ownScreenMessages({ name, email, phone, companyNames: companies }: OwnAccount): (string | null)[] {
  return [name, email, phone, ...companies]
}

export async function ownAccount(db: Db | Tx, userId: UserId): Promise<OwnAccount | null> {
  const { rows } = await sql<OwnAccount>`
    select id as "userId", name, email::text as email, phone, password_hash as "passwordHash",
      (select min(company_id) from user_companies where user_id = users.id) as "companyId",
      array(select company.name from companies as company join user_companies as own on own.company_id = company.id
        where own.user_id = users.id) as "companyNames"
    from users where id = ${userId} and deleted_at is null
  `.execute(db)
  return rows[0] ?? null
}

export async function lockAccount(tx: Tx, userId: UserId): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

export interface AccountFields {
  name?: string
  email?: string
  password_hash?: string
}

export async function saveAccount(tx: Tx, userId: UserId, fields: AccountFields): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

/**
 * True when another account has the value; users who are only clients do not count. The advisory lock serialises concurrent requests for
 * one value.
 */
export async function isTaken(tx: Tx, field: 'email' | 'phone', value: string, but: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`user ${field} ${value.toLowerCase()}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select 1 from users where ${sql.ref(field)} = ${value} and id <> ${but}
      and not (password_hash is null and deleted_at is null
        and not exists (select from user_roles where user_id = users.id and role <> 'client'))
  `.execute(tx)
  return rows.length > 0
}

const ROWS_AT_ONCE = 500

/** Inserts resets whose mail was not sent yet, in the order of the users; their tokens are created when the mails are sent. */
export async function insertResets(
  tx: Tx,
  userIds: readonly UserId[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<number[]> {
  await tx.deleteFrom('password_resets').where('expires_at', '<', now).execute()
  const ids: number[] = []
  for (let at = 0; at < userIds.length; at += ROWS_AT_ONCE) {
    const rows = userIds
      .slice(at, at + ROWS_AT_ONCE)
      .map((userId) => ({ token_hash: null, user_id: userId, created_at: now, expires_at: expiresAt }))
    const inserted = await tx.insertInto('password_resets').values(rows).returning('id').execute()
    ids.push(...inserted.map(({ id }) => id))
  }
  return ids
}

/**
 * Adds a link to an open reset, valid as long as the reset; false when the reset is closed. A mail that is sent twice carries two links,
 * because the first one may have arrived although the mail server's reply was lost. The account is locked, so that a password chosen at the
 * same moment closes this link too.
 */
export async function insertLink(tx: Tx, resetId: number, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into password_resets (token_hash, user_id, created_at, expires_at)
    select ${tokenHash}, reset.user_id, ${now}, reset.expires_at from password_resets as reset
    join users on users.id = reset.user_id and users.is_active and users.deleted_at is null
    where reset.id = ${resetId} and reset.used_at is null and reset.expires_at > ${now}
    for no key update of users, reset
  `.execute(tx)
  return numAffectedRows > 0n
}

/** The user of a valid link; in a transaction the row is locked, so that the link is used once. */
export async function openReset(tx: Tx | Db, tokenHash: Buffer, now: Date): Promise<UserId | null> {
  const { rows } = await sql<{ userId: UserId }>`
    select reset.user_id as "userId" from password_resets as reset
    join users on users.id = reset.user_id and users.is_active and users.deleted_at is null
    where reset.token_hash = ${tokenHash} and reset.used_at is null and reset.expires_at > ${now}
    for update of reset
  `.execute(tx)
  return rows[0]?.userId ?? null
}

/** Closes every link of the account, after a new password or another e-mail. */
export async function closeResets(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** The open account with this e-mail, which may be mailed a link. */
export async function accountOfMail(
  tx: Tx,
  email: string,
): Promise<{ userId: UserId; companyId: CompanyId | null } | null> {
  const { rows } = await sql<{ userId: UserId; companyId: CompanyId | null }>`
    select id as "userId", (select min(company_id) from user_companies where user_id = users.id) as "companyId"
    from users where email = ${email} and is_active and deleted_at is null
      and exists (select from user_roles where user_id = users.id)
  `.execute(tx)
  return rows[0] ?? null
}
