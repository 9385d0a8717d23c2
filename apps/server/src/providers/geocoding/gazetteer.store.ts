import type { Point } from '@dispecerat/domain/geo'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export interface Entry extends Point {
  id: number
  kind: 'street' | 'place' | 'stop' | 'suburb' | 'locality'
  name: string
  type: string
  core: string
  detail: string
  locality: string
  weight: number
}

export interface Spot extends Point {
  streetId: number
  number: number | null
  suffix: string
  bloc: string | null
  scara: string | null
}

export interface Box {
  south: number
  north: number
  west: number
  east: number
}

const CANDIDATES = 40
/** A swapped pair in a five-letter name ('lugna') leaves 0.2 of its trigrams in place. */
const SIMILAR = 0.18
const SIMILAR_WORD = 0.4

const columns = sql`g.id, g.kind, g.name, g.type, g.core, g.detail, g.locality, g.lat, g.long, g.weight`

export async function liveDatasetId(db: Db): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from map_datasets where state = 'live'`.execute(db)
  return rows[0]?.id ?? null
}

export async function settlementNames(db: Db, datasetId: number): Promise<string[]> {
  const { rows } = await sql<{ locality: string }>`
    select distinct locality from gazetteer where dataset_id = ${datasetId} and locality <> ''
  `.execute(db)
  return rows.map((row) => row.locality)
}

/** Entries whose words begin with every one of `words`; `words` are folded, so they hold no quotes. */
export async function entriesByPrefix(db: Db, datasetId: number, words: string[], box: Box): Promise<Entry[]> {
  const query = words.map((word) => `'${word}':*`).join(' & ')
  const core = words.join(' ')
  const { rows } = await sql<Entry>`
    select ${columns} from gazetteer g
    where g.words @@ ${query}::tsquery and g.dataset_id = ${datasetId} and ${inside(box)}
    order by (g.core = ${core}) desc, starts_with(g.core, ${core}) desc, similarity(g.core, ${core}) + g.weight desc, g.id
    limit ${CANDIDATES}
  `.execute(db)
  return rows
}

/** Entries whose name looks like `core`, for typing errors. The thresholds hold for this transaction only. */
export async function entriesBySimilarity(db: Db, datasetId: number, core: string, box: Box): Promise<Entry[]> {
  return db.transaction().execute(async (tx) => {
    await sql`
      select set_config('pg_trgm.similarity_threshold', ${String(SIMILAR)}, true),
        set_config('pg_trgm.word_similarity_threshold', ${String(SIMILAR_WORD)}, true)
    `.execute(tx)
    const { rows } = await sql<Entry>`
      select ${columns} from gazetteer g
      where (g.core % ${core} or ${core} <% g.core) and g.dataset_id = ${datasetId} and ${inside(box)}
      order by greatest(similarity(g.core, ${core}), word_similarity(${core}, g.core)) desc, g.weight desc, g.id
      limit ${CANDIDATES}
    `.execute(tx)
    return rows
  })
}

export async function entryById(db: Db, datasetId: number, id: number): Promise<Entry | null> {
  const { rows } = await sql<Entry>`
    select ${columns} from gazetteer g where g.dataset_id = ${datasetId} and g.id = ${id} limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** House numbers and blocs of the streets, in the order of the numbers. */
export async function housesOf(db: Db, datasetId: number, streetIds: number[]): Promise<Spot[]> {
  if (streetIds.length === 0) return []
  const { rows } = await sql<Spot>`
    select street_id as "streetId", number, suffix, bloc, scara, lat, long from gazetteer_spots
    where dataset_id = ${datasetId} and street_id = any (${streetIds}::bigint[])
      and (number is not null or bloc is not null)
    order by street_id, number, suffix
  `.execute(db)
  return rows
}

export async function spotsInside(db: Db, datasetId: number, box: Box): Promise<Spot[]> {
  const { rows } = await sql<Spot>`
    select street_id as "streetId", number, suffix, bloc, scara, lat, long from gazetteer_spots g
    where dataset_id = ${datasetId} and ${inside(box)}
    limit 5000
  `.execute(db)
  return rows
}

function inside({ south, north, west, east }: Box) {
  return sql`g.lat between ${south} and ${north} and g.long between ${west} and ${east}`
}
