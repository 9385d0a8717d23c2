import type { Point } from '@dispecerat/domain/kernel/geo'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Bounds } from './city-map.ts'
import type { NameRow, SpotRow } from './gazetteer-rows.ts'
import type { CutTile } from './tiles/cut-tiles.ts'

const PAGES_AT_ONCE = 200
const IMPORT_LOCK = 7_302_001

/** Runs `work` while no other process imports a map; null when one does. No transaction stays open. */
export async function withImportLock<Result>(db: Db, work: () => Promise<Result>): Promise<Result | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${IMPORT_LOCK}) as got`.execute(connection)
    if (!rows[0]?.got) return null
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${IMPORT_LOCK})`.execute(connection)
    }
  })
}

export async function liveSource(db: Db): Promise<{ source: string; schematic: boolean } | null> {
  const { rows } = await sql<{ source: string; schematic: boolean }>`
    select source, schematic from map_datasets where state = 'live'
  `.execute(db)
  return rows[0] ?? null
}

/** Locations of the companies that have one. */
export async function companyPlaces(db: Db): Promise<(Point & { name: string })[]> {
  const { rows } = await sql<Point & { name: string }>`
    select name, lat, lng as long from companies where deleted_at is null and lat is not null and lng is not null
  `.execute(db)
  return rows
}

/** Starts a data set; makeLive gets its name and bounds when everything is loaded. */
export async function startDataset(
  db: Db,
  { source, schematic, attribution }: { source: string; schematic: boolean; attribution: string },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into map_datasets (name, source, schematic, attribution, west, south, east, north, state, created_at)
    values ('', ${source}, ${schematic}, ${attribution}, 0, 0, 0, 0, 'loading', ${at})
    returning id
  `.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('a new dataset has no id')
  return id
}

/** Each call is one short transaction: a long one would delay readers of the event log. */
export async function addNames(db: Db, datasetId: number, rows: NameRow[]): Promise<void> {
  const column = <K extends keyof NameRow>(key: K) => rows.map((row) => row[key])
  await sql`
    insert into gazetteer (dataset_id, id, kind, name, type, core, detail, locality, lat, long, weight, words)
    select ${datasetId}, id, kind, name, type, core, detail, locality, lat, long, weight,
      array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
    from unnest(${column('id')}::bigint[], ${column('kind')}::text[], ${column('name')}::text[],
      ${column('type')}::text[], ${column('core')}::text[], ${column('detail')}::text[], ${column('locality')}::text[],
      ${column('lat')}::float8[], ${column('long')}::float8[], ${column('weight')}::real[], ${column('words')}::text[])
      as u (id, kind, name, type, core, detail, locality, lat, long, weight, words)
  `.execute(db)
}

export async function addSpots(db: Db, datasetId: number, rows: SpotRow[]): Promise<void> {
  const column = <K extends keyof SpotRow>(key: K) => rows.map((row) => row[key])
  await sql`
    insert into gazetteer_spots (dataset_id, street_id, number, suffix, bloc, scara, lat, long)
    select ${datasetId}, u.* from unnest(${column('streetId')}::bigint[], ${column('number')}::int[],
      ${column('suffix')}::text[], ${column('bloc')}::text[], ${column('scara')}::text[],
      ${column('lat')}::float8[], ${column('long')}::float8[]) as u
  `.execute(db)
}

export async function addTiles(db: Db, datasetId: number, tiles: CutTile[]): Promise<void> {
  await sql`
    insert into map_tiles (dataset_id, z, x, y, tile)
    select ${datasetId}, u.* from unnest(${tiles.map((t) => t.z)}::smallint[], ${tiles.map((t) => t.x)}::int[],
      ${tiles.map((t) => t.y)}::int[], ${tiles.map((t) => t.tile)}::bytea[]) as u
  `.execute(db)
}

/** Readers see the old map before this commit and the new one after it. */
export async function makeLive(db: Db, datasetId: number, about: { name: string; bounds: Bounds }): Promise<void> {
  const { west, south, east, north } = about.bounds
  await db.transaction().execute(async (tx) => {
    await sql`update map_datasets set state = 'retired' where state = 'live'`.execute(tx)
    await sql`
      update map_datasets
      set state = 'live', name = ${about.name}, west = ${west}, south = ${south}, east = ${east}, north = ${north}
      where id = ${datasetId}
    `.execute(tx)
  })
}

/** Fresh tables have no statistics, so the first searches would scan them. */
export async function refreshStatistics(db: Db): Promise<void> {
  await sql`analyze gazetteer`.execute(db)
  await sql`analyze gazetteer_spots`.execute(db)
}

/** Removes every data set that is not live, also leftovers of a killed import, some thousand rows at a time. */
export async function dropOldDatasets(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from map_datasets where state <> 'live'`.execute(db)
  for (const { id } of rows) {
    for (const table of ['gazetteer', 'gazetteer_spots', 'map_tiles']) await emptyTable(db, table, id)
    await sql`delete from map_datasets where id = ${id}`.execute(db)
  }
}

/** Deletes page by page: selecting any few thousand rows repeatedly would read the removed ones every time. */
async function emptyTable(db: Db, table: string, datasetId: number): Promise<void> {
  const name = sql.table(table)
  const { rows } = await sql<{ pages: number }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint as pages
  `.execute(db)
  const pages = rows[0]?.pages ?? 0
  for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
    await sql`
      delete from ${name} where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES_AT_ONCE},0)`}::tid
        and dataset_id = ${datasetId}
    `.execute(db)
  }
}
