import type { Point } from '@dispecerat/domain/kernel/geo'
import type { Db } from '../../platform/db/database.ts'
import { saveRoads } from '../routing/road-graph.store.ts'
import type { BanCounts } from '../routing/roads/forbidden-turns.ts'
import { type RoadGraph, writeRoadGraph } from '../routing/roads/road-graph.ts'
import type { Bounds } from './city-map.ts'
import type { GazetteerRows, NameRow, SpotRow } from './gazetteer-rows.ts'
import { type ImportProgress, QUIETLY } from './import-progress.ts'
import * as store from './map-import.store.ts'
import type { CutTile } from './tiles/cut-tiles.ts'

const ROWS_AT_ONCE = 2000
const TILES_AT_ONCE = 50

/** A map that is ready to be loaded. Each method is called once, in this order: rows, about, tiles, roads, turn bans. */
export interface MapSource {
  /** Names the source; the same source is not loaded twice. */
  source: string
  schematic: boolean
  attribution: string
  /** `seen` gets the share of rows that were returned. */
  rows(seen: (share: number) => void): Iterable<GazetteerRows>
  about(): { name: string; bounds: Bounds; localities?: number }
  tiles(seen: (share: number) => void): Iterable<CutTile>
  roads(): RoadGraph
  turnBans?(): BanCounts
}

export interface LoadedMap {
  name: string
  names: number
  spots: number
  tiles: number
  tileBytes: number
  /** Number of towns and villages; null where they were not counted. */
  localities: number | null
  /** Number of road edges between two junctions, for the router. */
  roads: number
  /** Counts of its turn restrictions; null where they were not counted. */
  turnBans: BanCounts | null
  /** Names of companies located beyond the map. */
  beyond: string[]
}

/**
 * Loads a map beside the live one, switches, then removes the old one. A killed import leaves the live map unchanged;
 * the next one removes its leftovers. Requires the import lock.
 */
export async function loadMap(
  db: Db,
  map: MapSource,
  { at, progress = QUIETLY }: { at: Date; progress?: ImportProgress },
): Promise<LoadedMap> {
  const datasetId = await store.startDataset(db, map, at)
  progress.phase('loading streets, houses and places')
  const { names, spots } = await loadRows(db, datasetId, map, progress)
  const about = map.about()
  progress.phase('cutting tiles')
  const { tiles, tileBytes } = await loadTiles(db, datasetId, map, progress)
  progress.phase('joining roads')
  const roads = map.roads()
  if (roads.from.length > 0) await saveRoads(db, datasetId, writeRoadGraph(roads))
  progress.phase('switching to the new map')
  await store.refreshStatistics(db)
  await store.makeLive(db, datasetId, about)
  progress.phase('removing the old map')
  await store.dropOldDatasets(db)
  const localities = about.localities ?? null
  const beyond = (await store.companyPlaces(db)).filter((company) => !isWithin(about.bounds, company))
  return {
    name: about.name,
    names,
    spots,
    tiles,
    tileBytes,
    localities,
    roads: roads.from.length,
    turnBans: map.turnBans?.() ?? null,
    beyond: beyond.map(({ name }) => name),
  }
}

function isWithin({ west, south, east, north }: Bounds, { lat, long }: Point): boolean {
  return lat >= south && lat <= north && long >= west && long <= east
}

async function loadRows(
  db: Db,
  datasetId: number,
  map: MapSource,
  progress: ImportProgress,
): Promise<{ names: number; spots: number }> {
  const names = new Batches<NameRow>(ROWS_AT_ONCE, (rows) => store.addNames(db, datasetId, rows))
  const spots = new Batches<SpotRow>(ROWS_AT_ONCE, (rows) => store.addSpots(db, datasetId, rows))
  let share = 0
  const seen = (now: number) => {
    share = now
  }
  for (const rows of map.rows(seen)) {
    for (const row of rows.names) await names.add(row)
    for (const row of rows.spots) await spots.add(row)
    progress.step(share, names.count + spots.count)
  }
  await names.flush()
  await spots.flush()
  return { names: names.count, spots: spots.count }
}

async function loadTiles(
  db: Db,
  datasetId: number,
  map: MapSource,
  progress: ImportProgress,
): Promise<{ tiles: number; tileBytes: number }> {
  const tiles = new Batches<CutTile>(TILES_AT_ONCE, (rows) => store.addTiles(db, datasetId, rows))
  let tileBytes = 0
  let share = 0
  const seen = (now: number) => {
    share = now
  }
  for (const tile of map.tiles(seen)) {
    await tiles.add(tile)
    tileBytes += tile.tile.length
    progress.step(share, tiles.count)
  }
  await tiles.flush()
  return { tiles: tiles.count, tileBytes }
}

/** Writes rows in batches of this size. */
class Batches<Row> {
  readonly #max: number
  readonly #write: (rows: Row[]) => Promise<void>
  #waiting: Row[] = []
  #count = 0

  constructor(max: number, write: (rows: Row[]) => Promise<void>) {
    this.#max = max
    this.#write = write
  }

  get count(): number {
    return this.#count
  }

  /** Returns a promise only when a batch is full. */
  add(row: Row): Promise<void> | undefined {
    this.#count += 1
    this.#waiting.push(row)
    return this.#waiting.length >= this.#max ? this.flush() : undefined
  }

  async flush(): Promise<void> {
    const rows = this.#waiting
    this.#waiting = []
    if (rows.length > 0) await this.#write(rows)
  }
}
