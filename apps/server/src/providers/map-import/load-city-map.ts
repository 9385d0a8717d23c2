import type { Db } from '../../db/database.ts'
import type { CityMap } from './city-map.ts'
import { type CutTile, cutTiles } from './cut-tiles.ts'
import { gazetteerRowsOf } from './gazetteer-rows.ts'
import * as store from './map-import.store.ts'

const ROWS_AT_ONCE = 2000
const TILES_AT_ONCE = 50

/** Another process imports a map into this database right now. */
export class ImportRunning extends Error {
  override readonly name = 'ImportRunning'
}

/**
 * Loads a city beside the live one, switches, then removes the old one. A run that is killed leaves the live map as it
 * was; the next run removes what it left. `tell` hears of progress. Throws ImportRunning.
 */
export async function loadCityMap(
  db: Db,
  city: CityMap,
  at: Date,
  tell: (line: string) => void = () => {},
): Promise<void> {
  const alone = await store.withImportLock(db, async () => {
    await store.dropOldDatasets(db)
    const datasetId = await store.startDataset(db, city, at)
    const { names, spots } = gazetteerRowsOf(city)
    for (const rows of batches(names)) await store.addNames(db, datasetId, rows)
    tell(`${names.length} names of ${city.streets.length} streets and ${city.places.length} places`)
    for (const rows of batches(spots)) await store.addSpots(db, datasetId, rows)
    tell(`${spots.length} points along the streets`)
    tell(`${await loadTiles(db, datasetId, city)} tiles`)
    await store.refreshStatistics(db)
    await store.makeLive(db, datasetId)
    tell(`${city.name} is the live map`)
    await store.dropOldDatasets(db)
  })
  if (!alone) throw new ImportRunning('another import is running on this database')
}

async function loadTiles(db: Db, datasetId: number, city: CityMap): Promise<number> {
  let waiting: CutTile[] = []
  let count = 0
  const flush = async () => {
    if (waiting.length > 0) await store.addTiles(db, datasetId, waiting)
    count += waiting.length
    waiting = []
  }
  for (const tile of cutTiles(city.shapes, city.bounds)) {
    waiting.push(tile)
    if (waiting.length >= TILES_AT_ONCE) await flush()
  }
  await flush()
  return count
}

function* batches<Row>(rows: Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE)
}
