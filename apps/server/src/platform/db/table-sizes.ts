import { sql } from 'kysely'
import type { Db } from './database.ts'

const COUNT = 20

export interface TableSize {
  table: string
  /** Includes indexes and TOAST. */
  bytes: number
}

/** The largest tables, largest first. Reads file sizes, so it takes a millisecond or two whatever the tables hold. */
export async function largestTables(db: Db): Promise<TableSize[]> {
  const { rows } = await sql<{ table: string; bytes: string }>`
    select relname as table, pg_total_relation_size(pg_class.oid) as bytes
    from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by bytes desc
    limit ${COUNT}
  `.execute(db)
  return rows.map(({ table, bytes }) => ({ table, bytes: Number(bytes) }))
}
