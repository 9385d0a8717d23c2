import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { columnsWith, PERSONAL_TABLES } from './personal-columns.store.ts'

/** What is searched for; null companies stand for every company. */
export interface Mentions {
  phone: string | null
  names: string[]
  companies: number[] | null
}

/** 16 MB of a table: some hundred milliseconds, far from the limit of a statement. */
const PAGES_AT_ONCE = 2000
/** Shorter than any phone and full name, so that no text outgrows its column. */
const REPLACEMENT = '***'
/** Between the digits of a phone that somebody typed. */
const BETWEEN_DIGITS = '[ ./-]?'
const NATIONAL_DIGITS = 9

/** Replaces the phone and the full names in every free text of the companies, in batches; returns the number of values changed. */
export async function replaceMentions(db: Db, mentions: Mentions): Promise<number> {
  const patterns = patternsOf(mentions)
  if (patterns.length === 0) return 0
  const pattern = patterns.join('|')
  let changed = 0
  for (const [table, column] of columnsWith('mentions')) {
    const { rows } = await sql<{ pages: number }>`
      select pg_relation_size(${table}::regclass) / current_setting('block_size')::integer as pages
    `.execute(db)
    for (let page = 0; page <= Number(rows[0]?.pages ?? 0); page += PAGES_AT_ONCE) {
      changed += await replaceInPages(db, { table, column, page, pattern, companies: mentions.companies })
    }
  }
  return changed
}

async function replaceInPages(
  db: Db,
  part: { table: string; column: string; page: number; pattern: string; companies: number[] | null },
): Promise<number> {
  const { table, column, page, pattern, companies } = part
  const [name, value] = [sql.table(table), sql`${sql.ref(`row.${column}`)}`]
  const of = companies === null ? undefined : PERSONAL_TABLES[table]?.of?.(companies)
  const { rows } = await sql<{ place: string; stored: string; is_json: boolean }>`
    select row.ctid::text as place, ${value}::text as stored, pg_typeof(${value})::text in ('json', 'jsonb') as is_json
    from ${name} as row
    where row.ctid >= ${`(${page},0)`}::tid and row.ctid < ${`(${page + PAGES_AT_ONCE},0)`}::tid
      and ${value}::text ~* ${pattern} and ${of ?? sql`true`}
  `.execute(db)
  for (const { place, stored, is_json } of rows) {
    const replaced = is_json ? JSON.stringify(replacedDeep(JSON.parse(stored), pattern)) : replacedIn(stored, pattern)
    const fresh = is_json ? sql`${replaced}::jsonb` : sql`${replaced}`
    await sql`
      update ${name} as row set ${sql.ref(column)} = ${fresh} where row.ctid = ${place}::tid and ${value}::text = ${stored}
    `.execute(db)
  }
  return rows.length
}

function replacedIn(text: string, pattern: string): string {
  return text.replace(new RegExp(pattern, 'giu'), REPLACEMENT)
}

/** Keys and numbers stay: a phone is stored as text. */
function replacedDeep(json: unknown, pattern: string): unknown {
  if (typeof json === 'string') return replacedIn(json, pattern)
  if (Array.isArray(json)) return json.map((one) => replacedDeep(one, pattern))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, replacedDeep(value, pattern)]))
}

/** Both for PostgreSQL and for JavaScript. A first name alone is no mention: too many people have it. */
function patternsOf({ phone, names }: Mentions): string[] {
  const digits = (phone ?? '').replace(/\D/g, '').slice(-NATIONAL_DIGITS)
  const typed = [...digits].join(BETWEEN_DIGITS)
  const national = `(?<![0-9])(?:\\+?40|0040|0)?${BETWEEN_DIGITS}${typed}(?![0-9])`
  const full = names.map((name) => name.trim().split(/\s+/)).filter((words) => words.length > 1)
  return [
    ...(digits.length === NATIONAL_DIGITS ? [national] : []),
    ...full.map((words) => words.map(escaped).join('\\s+')),
  ]
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
