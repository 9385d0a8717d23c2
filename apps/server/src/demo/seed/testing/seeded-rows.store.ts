import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

export async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>, db: Db): Promise<Row[]> {
  return (await query.execute(db)).rows
}

/** Row count and checksum of every table, to compare two databases. */
export async function fingerprint(db: Db): Promise<Record<string, string>> {
  const tables = await rowsOf(
    sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`,
    db,
  )
  const marks: Record<string, string> = {}
  for (const { name } of tables) {
    if (name.startsWith('kysely') || name === 'spatial_ref_sys') continue
    const [mark] = await rowsOf(
      sql<{
        mark: string
      }>`select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as mark from ${sql.table(name)} t`,
      db,
    )
    marks[name] = mark?.mark ?? ''
  }
  return marks
}
