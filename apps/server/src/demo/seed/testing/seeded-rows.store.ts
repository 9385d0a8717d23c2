import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>, db: Db): Promise<Row[]> {
  return (await query.execute(db)).rows
}

interface SeededTable {
  name: string
  columns: string[]
}

/** Every table with its columns. */
export function seededTables(db: Db): Promise<SeededTable[]> {
  return rowsOf(
    sql<SeededTable>`
      select tablename as name, array(select attname::text from pg_attribute
        where attrelid = format('public.%I', tablename)::regclass and attnum > 0 and not attisdropped order by attnum) as columns
      from pg_tables where schemaname = 'public' order by tablename
    `,
    db,
  )
}

/** Row count and checksum of every table, to compare two databases; only these columns count. */
export async function fingerprint(db: Db, tables?: readonly SeededTable[]): Promise<Record<string, string>> {
  const marks: Record<string, string> = {}
  for (const { name, columns } of tables ?? (await seededTables(db))) {
    if (name.startsWith('kysely') || name === 'spatial_ref_sys') continue
    const [mark] = await rowsOf(
      sql<{
        mark: string
      }>`select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as mark
        from (select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}) t`,
      db,
    )
    marks[name] = mark?.mark ?? ''
  }
  return marks
}
