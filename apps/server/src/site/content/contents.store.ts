import type { ContentType } from '@dispecerat/contract/site/content'
import type { UserId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface ContentFields {
  url: string
  type: ContentType
  title: string
  html: string
  menuOrder: number
  parentId: number | null
  isPublished: boolean
}

export interface ContentRecord extends ContentFields {
  contentId: number
  version: number
  updatedAt: Date
  handbookHash: string | null
  deletedAt: Date | null
}

/** Serialises changes of pages, because addresses and the tree are checked over all of them. */
export async function lockContents(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('contents'))`.execute(tx)
}

/** Includes deleted ones; null when there is none. */
export async function findContent(db: Db | Tx, contentId: number): Promise<ContentRecord | null> {
  const row = await db.selectFrom('contents').selectAll().where('id', '=', contentId).executeTakeFirst()
  if (!row) return null
  return {
    contentId: row.id,
    url: row.url,
    type: row.type,
    title: row.title,
    html: row.html,
    menuOrder: row.menu_order,
    parentId: row.parent_id,
    isPublished: row.is_published,
    version: row.version,
    updatedAt: row.updated_at,
    handbookHash: row.handbook_hash,
    deletedAt: row.deleted_at,
  }
}

/** The page that has an address now, except `but`. */
export async function holderOf(tx: Tx, url: string, but: number | null): Promise<number | null> {
  const row = await tx
    .selectFrom('contents')
    .select('id')
    .where('url', '=', url)
    .where('deleted_at', 'is', null)
    .$if(but !== null, (query) => query.where('id', '<>', but))
    .executeTakeFirst()
  return row?.id ?? null
}

export async function parentsOfAll(tx: Tx): Promise<Map<number, { parentId: number | null; type: ContentType }>> {
  const rows = await tx
    .selectFrom('contents')
    .select(['id', 'parent_id', 'type'])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, parent_id, type }) => [id, { parentId: parent_id, type }]))
}

export async function insertContent(
  tx: Tx,
  fields: ContentFields,
  by: { userId: UserId | null; now: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('contents')
    .values({ ...columns(fields), updated_by: by.userId, created_at: by.now, updated_at: by.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveContent(
  tx: Tx,
  {
    contentId,
    version,
    handbookHash,
    ...fields
  }: ContentFields & { contentId: number; version: number; handbookHash: string | null },
  by: { userId: UserId | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('contents')
    .set({ ...columns(fields), version, handbook_hash: handbookHash, updated_by: by.userId, updated_at: by.now })
    .where('id', '=', contentId)
    .execute()
}

export async function setContentDeleted(
  tx: Tx,
  contentId: number,
  { url, deletedAt, by }: { url: string; deletedAt: Date | null; by: { userId: UserId | null; now: Date } },
): Promise<void> {
  await tx
    .updateTable('contents')
    .set({ url, deleted_at: deletedAt, updated_by: by.userId, updated_at: by.now })
    .where('id', '=', contentId)
    .execute()
}

export async function keepVersion(
  tx: Tx,
  row: { contentId: number; version: number; title: string; html: string; updatedBy: UserId | null },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('content_versions')
    .values({
      content_id: row.contentId,
      version: row.version,
      title: row.title,
      html: row.html,
      updated_by: row.updatedBy,
      at: now,
    })
    .execute()
}

export async function findVersion(
  tx: Tx,
  contentId: number,
  version: number,
): Promise<{ title: string; html: string } | null> {
  const row = await tx
    .selectFrom('content_versions')
    .select(['title', 'html'])
    .where('content_id', '=', contentId)
    .where('version', '=', version)
    .executeTakeFirst()
  return row ?? null
}

function columns({ url, type, title, html, menuOrder, parentId, isPublished }: ContentFields) {
  return { url, type, title, html, menu_order: menuOrder, parent_id: parentId, is_published: isPublished }
}
