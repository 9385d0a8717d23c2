import type { Permission } from '@dispecerat/domain/identity/permissions'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Scope } from '../db/actor.ts'
import type { Db, Tx } from '../db/database.ts'

interface StoredExport {
  id: string
  fileName: string
  contentType: string
  permission: Permission
}

export async function insertExport(
  db: Db,
  {
    id,
    fileName,
    contentType,
    permission,
    userId,
    companyIds,
  }: StoredExport & { userId: UserId; companyIds: CompanyId[] | null },
  now: Date,
): Promise<void> {
  const what = { file_name: fileName, content_type: contentType, permission }
  await db
    .insertInto('exports')
    .values({ id, ...what, user_id: userId, company_ids: companyIds, created_at: now })
    .execute()
}

/** An export of the user, while all of its companies are still the user's. */
export async function findExport(
  db: Db,
  { id, userId, scope, since }: { id: string; userId: UserId; scope: Scope; since: Date },
): Promise<StoredExport | null> {
  const mine = scope.companies === 'every' ? null : [...scope.companies]
  const { rows } = await sql<StoredExport>`
    select id, file_name as "fileName", content_type as "contentType", permission from exports
    where id = ${id} and user_id = ${userId} and created_at >= ${since}
      and (${mine}::bigint[] is null or company_ids <@ ${mine}::bigint[])
  `.execute(db)
  return rows[0] ?? null
}

/** Deletes the user's exports except the newest ones; returns the deleted ones. */
export async function removeOldestOf(
  db: Db,
  { userId, newest, others }: { userId: UserId; newest: string; others: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from exports where id in (
      select id from exports where user_id = ${userId} and id <> ${newest} order by created_at desc, id offset ${others}
    ) returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

export async function removeExportsBefore(db: Db, before: Date): Promise<void> {
  await sql`delete from exports where created_at < ${before}`.execute(db)
}

export async function removeExport(db: Db, id: string): Promise<void> {
  await sql`delete from exports where id = ${id}`.execute(db)
}

/** Deletes exports that may contain rows of these companies; null: of any. Their files are removed with the next run of the job. */
export async function removeExportsOf(tx: Tx, companies: readonly CompanyId[] | null): Promise<void> {
  const ids = companies && [...companies]
  await sql`
    delete from exports where ${ids}::bigint[] is null or company_ids is null or company_ids && ${ids}::bigint[]
  `.execute(tx)
}

/** The file names among these that have a row. */
export async function storedAmong(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    id: string
  }>`select id from exports where id::text = any(${[...names]}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
