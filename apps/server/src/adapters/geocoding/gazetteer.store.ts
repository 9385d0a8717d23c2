import type { Point } from '@dispecerat/domain/kernel/geo'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

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

const CANDIDATES = 60
/** Shorter words are not compared by similarity: one or two letters resemble nothing, and comparing them with all names is expensive. */
const MIN_COMPARED = 3
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

/** Every word of the map's names and the number of entries that contain it. */
export async function wordCounts(db: Db, datasetId: number): Promise<{ word: string; count: number }[]> {
  const { rows } = await sql<{ word: string; count: number }>`
    select word, ndoc as count from ts_stat(${`select words from gazetteer where dataset_id = ${Number(datasetId)}`})
  `.execute(db)
  return rows
}

export async function neighbourhoods(db: Db, datasetId: number): Promise<(Point & { core: string })[]> {
  const { rows } = await sql<Point & { core: string }>`
    select core, lat, long from gazetteer where dataset_id = ${datasetId} and kind = 'suburb'
  `.execute(db)
  return rows
}

/** Points that are on the lines of two of the streets. */
export async function sharedPoints(
  db: Db,
  datasetId: number,
  { ones, others }: { ones: number[]; others: number[] },
): Promise<(Point & { one: number; other: number })[]> {
  const { rows } = await sql<Point & { one: number; other: number }>`
    select distinct a.street_id as one, b.street_id as other, a.lat, a.long
    from gazetteer_spots a join gazetteer_spots b on b.lat = a.lat and b.long = a.long and b.street_id <> a.street_id
    where a.dataset_id = ${datasetId} and b.dataset_id = ${datasetId} and a.street_id = any (${ones}::bigint[])
      and b.street_id = any (${others}::bigint[]) and a.number is null and b.number is null and a.bloc is null
      and b.bloc is null
    order by one, other, a.lat, a.long
  `.execute(db)
  return rows
}

/** Points of the streets' lines, for crossings of lines that share none. */
export async function linesOf(db: Db, datasetId: number, streetIds: number[]): Promise<Spot[]> {
  const { rows } = await sql<Spot>`
    select street_id as "streetId", number, suffix, bloc, scara, lat, long from gazetteer_spots
    where dataset_id = ${datasetId} and street_id = any (${streetIds}::bigint[]) and number is null and bloc is null
  `.execute(db)
  return rows
}

/** Finds entries that contain a word of each group, in one of several ways. The words are folded, so they contain no quotes. */
export interface WordSearch {
  ways: readonly (readonly WordGroup[])[]
  /** Text to which whole names are compared for the ranking. */
  core: string
  /** A street type without a name: it matches half a city, and no name of it is more similar to 'strad' than another. */
  isSort?: boolean
}

/** One typed word: its prefix matches, and other words that may have been meant. */
interface WordGroup {
  beginning: string | null
  words: readonly string[]
}

export async function entriesByWords(
  db: Db,
  datasetId: number,
  { ways, core, isSort = false }: WordSearch,
  box: Box,
): Promise<Entry[]> {
  const anyOf = ({ beginning, words }: WordGroup) =>
    [...(beginning === null ? [] : [`'${beginning}':*`]), ...words.map((word) => `'${word}'`)].join(' | ')
  const query = ways.map((groups) => `(${groups.map((group) => `(${anyOf(group)})`).join(' & ')})`).join(' | ')
  const isCompared = !isSort && core.length >= MIN_COMPARED
  const alike = isCompared ? sql`similarity(g.core, ${core}) + g.weight` : sql`g.weight`
  const { rows } = await sql<Entry>`
    select ${columns} from gazetteer g
    where g.words @@ ${query}::tsquery and g.dataset_id = ${datasetId} and ${inside(box)}
    order by (g.core = ${core}) desc, starts_with(g.core, ${core}) desc, ${alike} desc, g.id
    limit ${CANDIDATES}
  `.execute(db)
  return rows
}

/** Entries whose name is similar to `core`, for typing errors. The thresholds apply to this transaction only. */
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
