// Apart from its only caller: an implementation of the port TileSource, which three tests open too.

import type { Db } from '../../platform/db/database.ts'
import { TILE_ZOOMS } from '../map-import/tiles/cut-tiles.ts'
import { liveMap, storedTile } from './tiles.store.ts'
import type { TileSource } from './tiles.ts'

/** Tiles that the import cut beforehand, from our own PostgreSQL: every node serves the same map and a switch is atomic. */
export function embeddedTiles(db: Db): TileSource {
  return {
    async info() {
      const map = await liveMap(db)
      if (!map) return null
      const { id, name, schematic, attribution, west, south, east, north } = map
      const bounds = { west, south, east, north }
      return {
        version: String(id),
        name,
        schematic,
        attribution,
        bounds,
        minZoom: TILE_ZOOMS.from,
        maxZoom: TILE_ZOOMS.to,
      }
    },
    tile: (z, x, y) => storedTile(db, z, x, y),
  }
}
