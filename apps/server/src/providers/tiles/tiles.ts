import type { Bounds } from '../map-import/city-map.ts'

export interface MapInfo {
  /** Changes with every import; part of tile addresses, so that browsers may keep tiles for long. */
  version: string
  name: string
  /** Drawn by hand, not surveyed: the console says so. */
  schematic: boolean
  attribution: string
  bounds: Bounds
  minZoom: number
  maxZoom: number
}

/** Where the map's picture comes from. */
export interface TileSource {
  /** null while no map was ever loaded. */
  info(): Promise<MapInfo | null>
  /** A gzip'd Mapbox vector tile; null where there is nothing to draw. */
  tile(z: number, x: number, y: number): Promise<Buffer | null>
}

/** No map at all: markers then stand on plain ground. */
export const NO_TILES: TileSource = { info: async () => null, tile: async () => null }
