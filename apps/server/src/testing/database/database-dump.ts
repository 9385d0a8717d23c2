import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Everything that a dump of the database would contain, by table and column; bytes are shown as text. */
export async function dumpOf(db: Db): Promise<Map<string, string>> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select class.relname as "table", attribute.attname as "column", attribute.atttypid::regtype::text as type
    from pg_class as class join pg_attribute as attribute on attribute.attrelid = class.oid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and attnum > 0 and not attisdropped
      and not exists (select from pg_depend where objid = class.oid and deptype = 'e')
    order by 1, attnum
  `.execute(db)
  const dump = new Map<string, string>()
  for (const { table, column, type } of columns) {
    const text = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows } = await sql<{ all: string | null }>`
      select string_agg(${text}, chr(10)) as "all" from ${sql.table(table)} where ${sql.ref(column)} is not null
    `.execute(db)
    if (rows[0]?.all) dump.set(`${table}.${column}`, rows[0].all)
  }
  return dump
}

/** Places of the dump, as `table.column`, that contain one of the texts. */
export async function placesOf(db: Db, texts: readonly string[]): Promise<string[]> {
  const found = [...(await dumpOf(db))].filter(([, all]) => texts.some((text) => all.includes(text)))
  return found.map(([place]) => place)
}
