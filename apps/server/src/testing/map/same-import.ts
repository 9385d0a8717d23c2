import { sql } from 'kysely'
import { expect } from 'vitest'
import { importExtract } from '../../adapters/map-import/import-extract.ts'
import { loadCityMap } from '../../adapters/map-import/load-city-map.ts'
import { embeddedTiles } from '../../adapters/tiles/embedded-tiles.ts'
import type { Db } from '../../platform/db/database.ts'
import { aDatabase } from '../database/test-database.ts'
import { readCityMap } from './read-city-map.ts'

/** Imports an extract in memory and through files on disk, and expects the same gazetteer rows and tiles from both. */
export async function expectSameThroughFiles(extract: string, how: { at: Date; folder: string }): Promise<void> {
  await using expected = await aDatabase()
  await using streamed = await aDatabase()
  const inMemory = await readCityMap(extract)
  await loadCityMap(expected.db, inMemory, how.at)
  const loaded = await importExtract(streamed.db, extract, how)
  expect(loaded).toMatchObject({ name: inMemory.name, roads: inMemory.roads.from.length })
  expect(loaded.tiles).toBeGreaterThan(0)
  expect(await searchedRows(streamed.db)).toEqual(await searchedRows(expected.db))
  expect(await searchedRows(expected.db)).toMatchObject({ names: expect.any(String), spots: expect.any(String) })
  expect(await embeddedTiles(streamed.db).info()).toMatchObject({ name: inMemory.name, bounds: inMemory.bounds })
}

/** A hash of every row that address search reads, without the number of the import. */
async function searchedRows(of: Db): Promise<unknown> {
  const { rows } = await sql<{ names: string; spots: string }>`
    select (select md5(string_agg((to_jsonb(g) - 'dataset_id')::text, '|' order by id, core)) from gazetteer g) as names,
      (select md5(string_agg((to_jsonb(s) - 'dataset_id')::text, '|'
        order by street_id, number, suffix, bloc, scara, lat, long)) from gazetteer_spots s) as spots
  `.execute(of)
  return rows[0]
}
