import type { Db } from '../../platform/db/database.ts'
import type { CityMap } from './city-map.ts'
import { gazetteerRowsOf } from './gazetteer-rows.ts'
import { loadMap } from './load-map.ts'
import * as store from './map-import.store.ts'
import { cutTiles } from './tiles/cut-tiles.ts'

/** Another process is importing a map into this database. */
export class ImportRunning extends Error {
  override readonly name = 'ImportRunning'
}

/** Loads a city that is in memory; see loadMap. Throws ImportRunning. */
export async function loadCityMap(db: Db, city: CityMap, at: Date): Promise<void> {
  await aloneWithMap(db, async () => {
    await loadMap(
      db,
      {
        ...city,
        rows: () => gazetteerRowsOf(city),
        about: () => city,
        tiles: () => cutTiles(city.shapes, city.bounds),
        roads: () => city.roads,
      },
      { at },
    )
  })
}

/** Runs `work` under the import lock, after removing leftovers of a killed import. Throws ImportRunning. */
export async function aloneWithMap<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const done = await store.withImportLock(db, async () => {
    await store.dropOldDatasets(db)
    return { result: await work() }
  })
  if (!done) throw new ImportRunning('Another import is running on this database; wait until it is done')
  return done.result
}
