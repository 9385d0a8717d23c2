import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Parts are read one by one, because a country's roads are some hundred megabytes. */
const PART_BYTES = 512 * 1024

/** Stores the roads of one imported map, which are deleted with it. Each part is a separate transaction. */
export async function saveRoads(db: Db, datasetId: number, bytes: Uint8Array): Promise<void> {
  for (let part = 0; part * PART_BYTES < bytes.length; part++) {
    const piece = Buffer.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES))
    await sql`
      insert into road_graph_parts (dataset_id, part, bytes) values (${datasetId}, ${part}, ${piece})
    `.execute(db)
  }
}

/** The live map whose roads are stored, and their size; null when no map is live or it has none. */
export async function liveRoads(db: Db): Promise<{ datasetId: number; parts: number; bytes: number } | null> {
  const { rows } = await sql<{ dataset_id: number; parts: number; bytes: number }>`
    select p.dataset_id, count(*) as parts, sum(octet_length(p.bytes)) as bytes
    from road_graph_parts p join map_datasets d on d.id = p.dataset_id and d.state = 'live'
    group by p.dataset_id
  `.execute(db)
  const [row] = rows
  return row ? { datasetId: row.dataset_id, parts: row.parts, bytes: Number(row.bytes) } : null
}

/** Null when the map was replaced meanwhile. */
export async function readRoads(
  db: Db,
  { datasetId, parts, bytes }: { datasetId: number; parts: number; bytes: number },
): Promise<ArrayBuffer | null> {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (let part = 0; part < parts; part++) {
    const { rows } = await sql<{ bytes: Buffer }>`
      select bytes from road_graph_parts where dataset_id = ${datasetId} and part = ${part}
    `.execute(db)
    const [row] = rows
    if (!row || at + row.bytes.length > bytes) return null
    whole.set(row.bytes, at)
    at += row.bytes.length
  }
  return at === bytes ? whole.buffer : null
}
