import crypto from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Marked } from 'marked'
import type { Db } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import { type BuiltInPage, lockBuiltInPages, saveBuiltInPage } from './built-in-pages.store.ts'
import { cleanHtml } from './clean-html.ts'

/** `<nn>-<url>.md`; the number orders the menu. */
const FILE_NAME = /^(\d{2})-([a-z0-9-]+)\.md$/
const FIXED_IDS = new Map([['confidentialitate-soferi', 1]])
const FOLDERS = [
  { folder: 'pages', type: 'page' },
  { folder: 'handbook', type: 'documentation' },
] as const

const markdown = new Marked({ gfm: true })

/**
 * Loads the built-in pages and the handbook into the database, published. A newer file replaces the content of an older one; pages that an
 * administrator edited or deleted are left alone. Nodes that start together take turns.
 */
export async function loadPages({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const pages = (await Promise.all(FOLDERS.map(({ folder, type }) => pagesOf(folder, type)))).flat()
  await db.transaction().execute(async (tx) => {
    await lockBuiltInPages(tx)
    for (const page of pages) await saveBuiltInPage(tx, page, clock.now())
  })
}

async function pagesOf(folder: string, type: BuiltInPage['type']): Promise<BuiltInPage[]> {
  const place = path.join(path.dirname(fileURLToPath(import.meta.url)), folder)
  const names = (await fs.readdir(place)).filter((name) => FILE_NAME.test(name)).sort()
  return Promise.all(names.map(async (name) => pageOf(name, await fs.readFile(path.join(place, name), 'utf8'), type)))
}

/** The first line is the title: `# Titlu`. Throws on a file without one, before anything is saved. */
export function pageOf(name: string, source: string, type: BuiltInPage['type']): BuiltInPage {
  const [, order = '0', url = ''] = FILE_NAME.exec(name) ?? []
  const [, heading = '', body = ''] = /^# (.*)\n([\s\S]*)$/.exec(source) ?? []
  const title = heading.trim()
  if (title === '' || url === '') throw new Error(`the page ${name} does not begin with "# " and its title`)
  return {
    fixedId: FIXED_IDS.get(url) ?? null,
    type,
    url,
    title,
    html: cleanHtml(markdown.parse(body, { async: false })),
    menuOrder: Number(order),
    hash: crypto.createHash('sha256').update(source).digest('base64url'),
  }
}
