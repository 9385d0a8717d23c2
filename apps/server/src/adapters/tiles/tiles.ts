import type { Bounds } from '../map-import/city-map.ts'

export interface MapInfo {
  /** Changes with every import; part of tile addresses, so that browsers may cache tiles for long. */
  version: string
  name: string
  /** True for a map drawn by hand, not surveyed: the console says so. */
  schematic: boolean
  attribution: string
  bounds: Bounds
  minZoom: number
  maxZoom: number
}

/** A source of map tiles. */
export interface TileSource {
  /** Null while no map was ever loaded. */
  info(): Promise<MapInfo | null>
  /** A gzip'd Mapbox vector tile; null where there is nothing to draw. */
  tile(z: number, x: number, y: number): Promise<Buffer | null>
}

/** No map at all: markers are then drawn on plain ground. */
export const NO_TILES: TileSource = { info: async () => null, tile: async () => null }
