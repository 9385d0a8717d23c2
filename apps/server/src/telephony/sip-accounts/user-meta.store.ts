import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../../platform/db/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { ofCompanies } from '../../platform/records/of-companies.store.ts'

export interface MetaRow {
  key: string
  value: string | null
  isSecret: boolean
}

/** Includes secrets: for rewriting the list, never for a reply. A trigger counts every change of the list. */
export async function versionedMeta(db: Db | Tx, userId: UserId): Promise<{ rows: MetaRow[]; version: number }> {
  const { rows } = await sql<{ rows: MetaRow[]; version: number }>`
    select meta_version as version, (
      select coalesce(jsonb_agg(jsonb_build_object('key', key, 'value', value, 'isSecret', is_secret) order by key), '[]')
      from user_meta where user_id = users.id
    ) as rows
    from users where id = ${userId}
  `.execute(db)
  return rows[0] ?? { rows: [], version: 0 }
}

/** Replaces all properties. */
export async function saveMeta(tx: Tx, userId: UserId, rows: readonly MetaRow[]): Promise<void> {
  await tx.deleteFrom('user_meta').where('user_id', '=', userId).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('user_meta')
    .values(rows.map(({ key, value, isSecret }) => ({ user_id: userId, key, value, is_secret: isSecret })))
    .execute()
}

/** The properties that the user's programs stored; secrets are never read here. */
export async function openMeta(db: Db, userId: UserId): Promise<{ key: string; value: string | null }[]> {
  return db
    .selectFrom('user_meta')
    .select(['key', 'value'])
    .where('user_id', '=', userId)
    .where('is_secret', '=', false)
    .orderBy('key')
    .execute()
}

export async function isDriver(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql`select from user_roles where user_id = ${userId} and role = 'driver'`.execute(db)
  return rows.length > 0
}

/** True when the user works for, or has a contract with, one of the scope's companies; being a client of one does not count. */
export async function isPersonOf(db: Db, { companies }: Scope, userId: UserId): Promise<boolean> {
  const mine = ofCompanies({ companies })
  const { rows } = await sql`
    select from users where id = ${userId} and deleted_at is null and (
      ${companies === 'every'}
      or exists (select from user_companies where user_id = users.id and ${mine})
      or exists (select from protocol_companies where user_id = users.id and ${mine}))
  `.execute(db)
  return rows.length > 0
}

/** True for a client of one of the scope's companies, who has no properties, because they belong to an account. */
export async function isClientOf(db: Db, scope: Scope, userId: UserId): Promise<boolean> {
  const mine = ofCompanies(scope)
  const { rows } = await sql`select from company_clients where user_id = ${userId} and ${mine} limit 1`.execute(db)
  return rows.length > 0
}
