import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { keepVersion } from './contents.store.ts'

export interface BuiltInPage {
  /** The id of a page that other code references. */
  fixedId: number | null
  type: 'page' | 'documentation'
  url: string
  title: string
  html: string
  menuOrder: number
  /** Hash of the source file. */
  hash: string
}

export async function lockBuiltInPages(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('house-pages'))`.execute(tx)
}

export async function saveBuiltInPage(tx: Tx, page: BuiltInPage, now: Date): Promise<void> {
  const known = await tx
    .selectFrom('contents')
    .select(['id', 'version', 'handbook_hash', 'deleted_at'])
    .where((eb) => (page.fixedId === null ? eb('url', '=', page.url) : eb('id', '=', page.fixedId)))
    .orderBy((eb) => eb('deleted_at', 'is', null), 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (known === undefined) return insertBuiltInPage(tx, page, now)
  const isOurs = known.handbook_hash !== null && known.deleted_at === null
  if (!isOurs || known.handbook_hash === page.hash) return
  const version = known.version + 1
  const { title, html } = page
  await tx
    .updateTable('contents')
    .set({ title, html, version, handbook_hash: page.hash, updated_by: null, updated_at: now })
    .where('id', '=', known.id)
    .execute()
  await keepVersion(tx, { contentId: known.id, version, title, html, updatedBy: null }, now)
}

async function insertBuiltInPage(tx: Tx, page: BuiltInPage, now: Date): Promise<void> {
  const { type, url, title, html } = page
  const { id } = await tx
    .insertInto('contents')
    .values({
      ...(page.fixedId === null ? {} : { id: page.fixedId }),
      type,
      url,
      title,
      html,
      menu_order: page.menuOrder,
      is_published: true,
      handbook_hash: page.hash,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepVersion(tx, { contentId: id, version: 1, title, html, updatedBy: null }, now)
}
