import type { Point } from '@dispecerat/domain/geo'
import type { Db } from '../../db/database.ts'
import { saveRoads } from '../routing/road-graph.store.ts'
import type { BanCounts } from '../routing/roads/forbidden-turns.ts'
import { type RoadGraph, writeRoadGraph } from '../routing/roads/road-graph.ts'
import type { Bounds } from './city-map.ts'
import type { CutTile } from './cut-tiles.ts'
import type { GazetteerRows, NameRow, SpotRow } from './gazetteer-rows.ts'
import { type ImportProgress, QUIETLY } from './import-progress.ts'
import * as store from './map-import.store.ts'

const ROWS_AT_ONCE = 2000
const TILES_AT_ONCE = 50

/** A map that is ready to be loaded. It is asked once for each, in this order: rows, what it is, tiles, roads, turn bans. */
export interface MapSource {
  /** Where it came from; the same source need not be loaded twice. */
  source: string
  schematic: boolean
  attribution: string
  /** `seen` hears the share that is out. */
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
  /** How many towns and villages it has; null where nobody counted. */
  localities: number | null
  /** Pieces of street between two junctions, for the routes. */
  roads: number
  /** What became of its turn restrictions; null where nobody counted. */
  turnBans: BanCounts | null
  /** Names of companies whose place lies beyond the map. */
  beyond: string[]
}

/**
 * Loads a map beside the live one, switches, then removes the old one. A run that is killed leaves the live map as it
 * was; the next run removes what it left. The caller holds the import lock.
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
    ...{ name: about.name, names, spots, tiles, tileBytes, localities, roads: roads.from.length },
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

/** Rows that are written so many at a time. */
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

  /** Waits only when a batch is full. */
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
