import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { columnsWith, PERSONAL_TABLES } from './personal-columns.store.ts'

/** Search terms; `companies` null stands for every company. */
export interface Mentions {
  phone: string | null
  names: string[]
  companies: CompanyId[] | null
}

/** 2000 pages are 16 MB of a table, which takes some hundred milliseconds, far below the statement timeout. */
const PAGES_AT_ONCE = 2000
/** Shorter than any phone or full name, so that no text exceeds its column. */
const REPLACEMENT = '***'
/** Separators that people type between the digits of a phone. */
const BETWEEN_DIGITS = '[ ./-]?'
const NATIONAL_DIGITS = 9

/** Replaces the phone and the full names in every free text of the companies, in batches; returns the number of changed values. */
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
  part: { table: string; column: string; page: number; pattern: string; companies: CompanyId[] | null },
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

/** Replaces in string values only; a phone is never stored as a key or a number. */
function replacedDeep(json: unknown, pattern: string): unknown {
  if (typeof json === 'string') return replacedIn(json, pattern)
  if (Array.isArray(json)) return json.map((one) => replacedDeep(one, pattern))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, replacedDeep(value, pattern)]))
}

/** Patterns that work in both PostgreSQL and JavaScript. First names alone are too common to be searched for. */
function patternsOf({ phone, names }: Mentions): string[] {
  const digits = (phone ?? '').replace(/\D/g, '').slice(-NATIONAL_DIGITS)
  const typed = [...digits].join(BETWEEN_DIGITS)
  const national = `(?<![0-9])(?:\\+?40|0040|0)?${BETWEEN_DIGITS}${typed}(?![0-9])`
  const full = names.map((name) => name.trim().split(/\s+/)).filter((parts) => parts.length > 1)
  return [
    ...(digits.length === NATIONAL_DIGITS ? [national] : []),
    ...full.map((parts) => parts.map(escaped).join('\\s+')),
  ]
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
