import { gzipSync } from 'node:zlib'
import GeoJSONVT from 'geojson-vt'
import { fromGeojsonVt } from 'vt-pbf'
import { type Bounds, MAP_LAYERS, type MapLayer, type MapShapes } from '../city-map.ts'

export interface CutTile {
  z: number
  x: number
  y: number
  /** gzip'd Mapbox vector tile. */
  tile: Buffer
}

export const TILE_ZOOMS = { from: 8, to: 14 } as const

/** First zoom at which a kind is drawn; other kinds start with their layer. */
const FROM_ZOOM: Record<string, number> = {
  motorway: 8,
  trunk: 8,
  primary: 8,
  secondary: 10,
  tertiary: 11,
  rail: 11,
  minor: 12,
  service: 14,
  path: 14,
  oneway: 14,
  forest: 8,
  residential: 10,
  lake: 8,
  river: 9,
  stream: 13,
  city: 8,
  town: 8,
  village: 10,
  suburb: 11,
  neighbourhood: 13,
  peak: 11,
  station: 12,
  landmark: 13,
  stop: 14,
}
const LAYER_FROM_ZOOM: Record<MapLayer, number> = {
  land: 11,
  water: 11,
  buildings: 14,
  roads: 12,
  places: 14,
  addresses: 14,
}

/** The first zoom at which a shape of the kind is drawn. */
export function fromZoom(layer: MapLayer, kind: string): number {
  return FROM_ZOOM[kind] ?? LAYER_FROM_ZOOM[layer]
}

/** Cuts every tile of the bounds, one by one, so that each can be stored before the next is cut. */
export function* cutTiles(shapes: MapShapes, bounds: Bounds): Generator<CutTile> {
  const layers = indexed(shapes)
  for (let z: number = TILE_ZOOMS.from; z <= TILE_ZOOMS.to; z++) yield* cutZoom(layers, z, rangeOf(bounds, z))
}

/** Cuts one tile and the smaller ones inside it down to `toZoom`, as far as they lie in the bounds. */
export function* cutArea(
  shapes: MapShapes,
  area: { z: number; x: number; y: number },
  toZoom: number,
  bounds: Bounds,
): Generator<CutTile> {
  const layers = indexed(shapes)
  for (let z = area.z; z <= toZoom; z++) {
    const whole = rangeOf(bounds, z)
    const side = 2 ** (z - area.z)
    yield* cutZoom(layers, z, {
      west: Math.max(whole.west, area.x * side),
      east: Math.min(whole.east, area.x * side + side - 1),
      north: Math.max(whole.north, area.y * side),
      south: Math.min(whole.south, area.y * side + side - 1),
    })
  }
}

interface IndexedLayer {
  layer: MapLayer
  index: GeoJSONVT
}

function indexed(shapes: MapShapes): IndexedLayer[] {
  return MAP_LAYERS.filter((layer) => shapes[layer].length > 0).map((layer) => ({
    layer,
    index: new GeoJSONVT(
      { type: 'FeatureCollection', features: shapes[layer] },
      { maxZoom: TILE_ZOOMS.to, indexMaxZoom: 11, tolerance: 3, buffer: 64 },
    ),
  }))
}

/** Columns and rows of a zoom. */
function rangeOf(bounds: Bounds, z: number): Bounds {
  return {
    west: column(bounds.west, z),
    east: column(bounds.east, z),
    north: row(bounds.north, z),
    south: row(bounds.south, z),
  }
}

function* cutZoom(layers: IndexedLayer[], z: number, { west, east, north, south }: Bounds): Generator<CutTile> {
  for (let x = west; x <= east; x++) {
    for (let y = north; y <= south; y++) {
      const drawn: Record<string, { features: unknown[] }> = {}
      for (const { layer, index } of layers) {
        const features = (index.getTile(z, x, y)?.features ?? []).filter(
          ({ tags }) => z >= fromZoom(layer, String(tags?.kind)),
        )
        if (features.length > 0) drawn[layer] = { features }
      }
      if (Object.keys(drawn).length === 0) continue
      yield { z, x, y, tile: gzipSync(fromGeojsonVt(drawn, { version: 2 })) }
    }
  }
}

/** Column of a longitude in the Web Mercator grid. */
export function column(long: number, z: number): number {
  return Math.floor(((long + 180) / 360) * 2 ** z)
}

export function row(lat: number, z: number): number {
  const rad = (lat * Math.PI) / 180
  return Math.floor(((1 - Math.asinh(Math.tan(rad)) / Math.PI) / 2) * 2 ** z)
}
