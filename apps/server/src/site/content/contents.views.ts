import type {
  CONTENT_SORTS,
  ContentPage,
  ContentRow,
  ContentType,
  ContentVersion,
  DocumentationEntry,
  PublicContent,
} from '@dispecerat/contract/site/content'
import { DomainError } from '@dispecerat/domain/kernel/errors'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import { branchesWith, pagesAsTree, type TreeNode, type TreePage } from '@dispecerat/domain/site/content-tree'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { cleanHtml, textOf } from './clean-html.ts'

const ROMANIAN = sql.raw('"und-x-icu"')

/** A published page. Throws content.unknown, also for an unpublished one. */
export async function publicContent(
  db: Db,
  by: { id: number } | { url: string; type?: ContentType },
): Promise<PublicContent> {
  const row = await db
    .selectFrom('contents')
    .select(['id', 'url', 'type', 'title', 'html', 'version', 'updated_at'])
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('url', '=', by.url)))
    .$if('type' in by && by.type !== undefined, (query) => query.where('type', '=', (by as { type: ContentType }).type))
    .executeTakeFirst()
  if (!row) throw new DomainError('content.unknown')
  const { html, updated_at, ...rest } = row
  return { ...rest, content: cleanHtml(html), updated_at: toWireTime(updated_at) }
}

/** The published documentation; a page whose parent is not published is at the top level. */
export async function documentationTree(db: Db, search: string | undefined): Promise<DocumentationEntry[]> {
  const rows = await db
    .selectFrom('contents')
    .select(['id', 'url', 'title', 'html', 'parent_id', 'menu_order'])
    .where('type', '=', 'documentation')
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  const pages = rows.map((row) => ({ ...row, parentId: row.parent_id, menuOrder: row.menu_order }))
  const tree = pagesAsTree(pages)
  const searchTerms = folded(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  if (searchTerms.length === 0) return tree.map(asEntry)
  const fits = ({ title, html }: (typeof pages)[number]) => {
    const text = folded(`${title} ${textOf(html)}`)
    return searchTerms.every((word) => text.includes(word))
  }
  return branchesWith(tree, fits).map(asEntry)
}

/** Without diacritics and case, so that "sofer" finds "Șofer". */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function asEntry({ page, children }: TreeNode<TreePage & { url: string }>): DocumentationEntry {
  return { url: page.url, title: page.title, children: children.map(asEntry) }
}

export interface ContentsQuery {
  page: number
  per_page: number
  search?: string | undefined
  type?: ContentType | undefined
  sort: (typeof CONTENT_SORTS)[number]
}

const ORDERS = {
  title: sql`c.title collate ${ROMANIAN}`,
  '-title': sql`c.title collate ${ROMANIAN} desc`,
  updated_at: sql`c.updated_at`,
  '-updated_at': sql`c.updated_at desc`,
  menu_order: sql`c.type desc, c.menu_order`,
  '-menu_order': sql`c.type, c.menu_order desc`,
}

export async function contentRows(db: Db, query: ContentsQuery): Promise<{ data: ContentRow[]; total: number }> {
  const { page, per_page, search, type, sort } = query
  const like = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const fits = sql`
    c.deleted_at is null
    and ${type === undefined ? sql`true` : sql`c.type = ${type}`}
    and ${search ? sql`(unaccent(c.title) ilike unaccent(${like}) or c.url ilike ${like})` : sql`true`}
  `
  const { rows } = await sql<RawRow>`
    ${SELECT_ROW} where ${fits} order by ${ORDERS[sort]}, c.id limit ${per_page} offset ${(page - 1) * per_page}
  `.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from contents c where ${fits}
  `.execute(db)
  return { data: rows.map(rowView), total: counted[0]?.total ?? 0 }
}

/** With its source, cleaned again. Throws content.unknown. */
export async function contentPage(db: Db, contentId: number): Promise<ContentPage> {
  const { rows } = await sql<RawRow>`${SELECT_ROW} where c.id = ${contentId} and c.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw new DomainError('content.unknown')
  return { ...rowView(row), content: cleanHtml(row.html) }
}

/** Newest first. Throws content.unknown. */
export async function contentVersions(db: Db, contentId: number): Promise<ContentVersion[]> {
  await contentPage(db, contentId)
  const { rows } = await sql<{ version: number; title: string; html: string; updated_by: string | null; at: Date }>`
    select v.version, v.title, v.html, u.name as updated_by, v.at
    from content_versions v left join users u on u.id = v.updated_by
    where v.content_id = ${contentId} order by v.version desc limit 100
  `.execute(db)
  return rows.map(({ html, at, ...rest }) => ({ ...rest, content: cleanHtml(html), at: toWireTime(at) }))
}

/** The currently published versions of the named pages; recorded with a user's consent. */
export async function publishedVersions(
  db: Db | Tx,
  urls: readonly string[],
): Promise<{ url: string; version: number }[]> {
  return db
    .selectFrom('contents')
    .select(['url', 'version'])
    .where('url', 'in', urls)
    .where('is_published', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('url')
    .execute()
}

const SELECT_ROW = sql`
  select c.id, c.url, c.type, c.title, c.html, c.menu_order, c.parent_id, p.title as parent_title, c.is_published,
    c.handbook_hash is not null as is_handbook, c.version, u.name as updated_by, c.updated_at
  from contents c left join contents p on p.id = c.parent_id left join users u on u.id = c.updated_by
`

type RawRow = Omit<ContentRow, 'updated_at'> & { html: string; updated_at: Date }

function rowView({ html: _, updated_at, ...row }: RawRow): ContentRow {
  return { ...row, updated_at: toWireTime(updated_at) }
}
