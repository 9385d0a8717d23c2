import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface LiveMap {
  id: number
  name: string
  schematic: boolean
  attribution: string
  west: number
  south: number
  east: number
  north: number
}

export async function liveMap(db: Db): Promise<LiveMap | null> {
  const { rows } = await sql<LiveMap>`
    select id, name, schematic, attribution, west, south, east, north from map_datasets where state = 'live'
  `.execute(db)
  return rows[0] ?? null
}

export async function storedTile(db: Db, z: number, x: number, y: number): Promise<Buffer | null> {
  const { rows } = await sql<{ tile: Buffer }>`
    select t.tile from map_tiles t join map_datasets d on d.id = t.dataset_id and d.state = 'live'
    where t.z = ${z} and t.x = ${x} and t.y = ${y}
  `.execute(db)
  return rows[0]?.tile ?? null
}
