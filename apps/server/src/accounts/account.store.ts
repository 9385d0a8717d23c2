import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'

/** The logged user's own account, held for a change. */
export interface OwnAccount {
  userId: number
  name: string | null
  email: string | null
  phone: string | null
  passwordHash: string | null
  companyId: number | null
}

export async function ownAccount(db: Db | Tx, userId: number): Promise<OwnAccount | null> {
  const { rows } = await sql<OwnAccount>`
    select id as "userId", name, email::text as email, phone, password_hash as "passwordHash",
      (select min(company_id) from user_companies where user_id = users.id) as "companyId"
    from users where id = ${userId} and deleted_at is null
  `.execute(db)
  return rows[0] ?? null
}

export async function lockAccount(tx: Tx, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
}

export interface AccountFields {
  name?: string
  email?: string
  password_hash?: string
}

export async function saveAccount(tx: Tx, userId: number, fields: AccountFields): Promise<void> {
  await tx
    .updateTable('users')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

/** Is it another account's? Clients alone have none. Two who ask for one value come one after the other. */
export async function isTaken(tx: Tx, field: 'email' | 'phone', value: string, but: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`user ${field} ${value.toLowerCase()}`}, 0))`.execute(tx)
  const { rows } = await sql`
    select 1 from users where ${sql.ref(field)} = ${value} and id <> ${but}
      and not (password_hash is null and deleted_at is null
        and not exists (select from user_roles where user_id = users.id and role <> 'client'))
  `.execute(tx)
  return rows.length > 0
}

export async function insertReset(
  tx: Tx,
  { tokenHash, userId, now, expiresAt }: { tokenHash: Buffer; userId: number; now: Date; expiresAt: Date },
): Promise<void> {
  await insertResets(tx, [{ tokenHash, userId }], { now, expiresAt })
}

const ROWS_AT_ONCE = 500

export async function insertResets(
  tx: Tx,
  resets: readonly { tokenHash: Buffer; userId: number }[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<', now).execute()
  for (let at = 0; at < resets.length; at += ROWS_AT_ONCE) {
    const rows = resets.slice(at, at + ROWS_AT_ONCE).map(({ tokenHash, userId }) => ({
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      expires_at: expiresAt,
    }))
    await tx.insertInto('password_resets').values(rows).execute()
  }
}

/** Whose link it is, while it may be used; held, so that it is used once. */
export async function openReset(tx: Tx | Db, tokenHash: Buffer, now: Date): Promise<number | null> {
  const { rows } = await sql<{ userId: number }>`
    select reset.user_id as "userId" from password_resets as reset
    join users on users.id = reset.user_id and users.is_active and users.deleted_at is null
    where reset.token_hash = ${tokenHash} and reset.used_at is null and reset.expires_at > ${now}
    for update of reset
  `.execute(tx)
  return rows[0]?.userId ?? null
}

/** A password that was chosen and an address that is no longer his close every link there is. */
export async function closeResets(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Who may be mailed a link: an open account with this e-mail. */
export async function accountOfMail(
  tx: Tx,
  email: string,
): Promise<{ userId: number; companyId: number | null } | null> {
  const { rows } = await sql<{ userId: number; companyId: number | null }>`
    select id as "userId", (select min(company_id) from user_companies where user_id = users.id) as "companyId"
    from users where email = ${email} and is_active and deleted_at is null
      and exists (select from user_roles where user_id = users.id)
  `.execute(tx)
  return rows[0] ?? null
}
