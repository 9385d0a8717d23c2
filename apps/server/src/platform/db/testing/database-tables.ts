import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { DatabaseColumn, DatabaseTables, Kind } from './compare-tables.ts'

interface CatalogueColumn {
  table: string
  isView: boolean
  column: string
  /** Of an array the type of its items. */
  type: string
  isArray: boolean
  isNullable: boolean
  hasDefault: boolean
  isGeneratedAlways: boolean
  labels: string[] | null
  checks: string[]
}

/** Types of PostgreSQL by what a statement returns for them; bigint, date and timestamptz as `connect.ts` reads them. */
const KINDS: Record<string, Kind> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  text: 'text',
  citext: 'text',
  uuid: 'text',
  date: 'text',
  time: 'text',
  inet: 'text',
  tsvector: 'text',
  pg_snapshot: 'text',
  bool: 'boolean',
  timestamptz: 'time',
  bytea: 'bytes',
  jsonb: 'json',
}

/** Reads tables and views of the schema, without migrations, partitions and what extensions created. */
export async function readDatabaseTables(db: Db): Promise<DatabaseTables> {
  const { rows } = await sql<CatalogueColumn>`
    select c.relname as "table", c.relkind in ('v', 'm') as "isView", a.attname as "column",
      scalar.typname as type, t.typcategory = 'A' as "isArray", not a.attnotnull as "isNullable",
      a.atthasdef or a.attidentity <> '' as "hasDefault",
      a.attgenerated <> '' or a.attidentity = 'a' as "isGeneratedAlways",
      (select array_agg(enumlabel::text) from pg_enum where enumtypid = scalar.oid) as labels,
      array(
        select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      ) as checks
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      join pg_type scalar on scalar.oid = case when t.typcategory = 'A' then t.typelem else t.oid end
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
      and c.relname not like 'kysely_migration%'
      and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
    order by c.relname, a.attnum
  `.execute(db)
  const tables: DatabaseTables = {}
  for (const row of rows) {
    tables[row.table] ??= { isView: row.isView, columns: {} }
    Object.assign(tables[row.table]?.columns ?? {}, { [row.column]: columnOf(row) })
  }
  return tables
}

function columnOf(row: CatalogueColumn): DatabaseColumn {
  const kind = row.labels ? 'text' : (KINDS[row.type] ?? row.type)
  return {
    kind: row.isArray ? `${kind}[]` : kind,
    isNullable: row.isNullable,
    onInsert: row.isGeneratedAlways ? 'never' : row.hasDefault || row.isNullable ? 'optional' : 'required',
    values: row.isArray ? null : ((row.labels ?? valuesOf(row.checks))?.sort() ?? null),
  }
}

/** PostgreSQL prints `check (x in ('a', 'b'))` as `CHECK ((x = ANY (ARRAY['a'::text, 'b'::text])))`. */
function valuesOf(checks: readonly string[]): string[] | null {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[([^\]]*)\]\)|('[^']*'::\w+))\)\)$/.exec(check)
    const values = list?.[1] ?? list?.[2]
    if (values !== undefined) return values.split(', ').map((value) => value.replace(/^'(.*)'::\w+$/, '$1'))
  }
  return null
}
