import fs from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../../platform/db/database.ts'
import { streamExtract } from './extract/stream-extract.ts'
import { type GazetteerRows, houseRows, placeRows, streetRows } from './gazetteer-rows.ts'
import { type ImportProgress, QUIETLY } from './import-progress.ts'
import { aloneWithMap } from './load-city-map.ts'
import { type LoadedMap, loadMap, type MapSource } from './load-map.ts'
import { nameOfMap } from './name-of-map.ts'
import { type RoadsWanted, usualRoads } from './roads-within.ts'
import { StagedCity } from './staged-city.ts'
import { TileStage } from './tiles/tile-stage.ts'

/** The attribution that the licence of the data (ODbL) requires. */
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors'

export interface ImportOptions {
  at: Date
  /** Needs some six times the extract's size; leftovers of a killed import are removed from it. */
  folder: string
  /** By default all roads of a town or a county, and of a country those around the companies. */
  roads?: RoadsWanted
  progress?: ImportProgress
}

/**
 * Replaces the map by an extract of any size, from a town's to a country's, in bounded memory. The old map serves until the
 * new one is loaded completely. Throws ExtractError, ImportRunning.
 */
export async function importExtract(
  db: Db,
  file: string,
  { at, folder, roads, progress = QUIETLY }: ImportOptions,
): Promise<LoadedMap> {
  return aloneWithMap(db, async () => {
    await freeSpace(folder)
    try {
      const { size } = await fs.stat(file).catch(() => ({ size: 0 }))
      const map = await stage(file, { folder, roads: roads ?? (await usualRoads(db, size)), progress })
      return await loadMap(db, map, { at, progress })
    } finally {
      await fs.rm(folder, { recursive: true, force: true })
    }
  })
}

async function freeSpace(folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true })
  await fs.mkdir(folder, { recursive: true })
}

async function stage(
  file: string,
  { folder, roads, progress }: { folder: string; roads: RoadsWanted; progress: ImportProgress },
): Promise<MapSource> {
  const drawn = new TileStage(path.join(folder, 'tiles'))
  const city = new StagedCity(folder, roads, (layer, shape) => drawn.put(layer, shape))
  const { digest } = await streamExtract(file, city.consumers, { folder, progress })
  return {
    source: `osm:${digest}`,
    schematic: false,
    attribution: OSM_ATTRIBUTION,
    rows: (seen) => rowsOf(city, seen),
    about: () => ({
      name: nameOfMap(file, city),
      bounds: city.bounds(),
      localities: city.localities().count,
    }),
    tiles: (seen) => drawn.tiles(city.bounds(), seen),
    roads: () => city.roads(),
    turnBans: () => city.turnBans(),
  }
}

function* rowsOf(city: StagedCity, seen: (share: number) => void): Generator<GazetteerRows> {
  for (const streets of city.streets((share) => seen(share * STREETS_SHARE))) {
    for (const street of streets) yield streetRows(street.id, street)
  }
  for (const { houses, places } of city.rest((share) => seen(STREETS_SHARE + share * (1 - STREETS_SHARE)))) {
    const spots = houses.flatMap((found) => houseRows(found.streetId, found.houses))
    yield { names: places.flatMap((place) => placeRows(place.id, place)), spots }
  }
}

/** Share of the streets in the time of all rows. */
const STREETS_SHARE = 0.8
