import type { FeatureCollection } from 'geojson'
import { countryShapes } from './country.ts'
import type { Scheme } from './map-colours.ts'
import { MAP_COLOURS } from './map-colours.ts'
import {
  areaLayers,
  arrowLayer,
  groundLayers,
  labelLayers,
  roadLayers,
  type StyleLayer,
  seatLayers,
} from './map-layers.ts'
import { RASTER_PIXELS, RASTER_ZOOMS } from './raster-tiles.ts'
import type { MapInfo } from './tiles.ts'

interface TiledSource {
  type: 'vector' | 'raster'
  tiles: string[]
  tileSize?: number
  minzoom: number
  maxzoom: number
  bounds: number[]
  attribution: string
}

export interface MapStyle {
  version: 8
  name: string
  sources: Record<string, TiledSource | { type: 'geojson'; data: FeatureCollection }>
  layers: StyleLayer[]
}

/**
 * A MapLibre style over our own tiles. It has no `glyphs`: the map library then draws labels with the fonts of the
 * machine, and nothing is fetched from other hosts. `origin` is 'https://host' without a slash.
 */
export function mapStyle(info: MapInfo, scheme: Scheme, origin: string): MapStyle {
  const colours = MAP_COLOURS[scheme]
  return {
    version: 8,
    name: `Dispecerat ${scheme}`,
    sources: {
      country: { type: 'geojson', data: countryShapes(info.bounds) },
      city: {
        ...covering(info),
        type: 'vector',
        tiles: [`${origin}/tiles/{z}/{x}/{y}.mvt?v=${info.version}`],
        minzoom: info.minZoom,
        maxzoom: info.maxZoom,
      },
    },
    layers: [
      ...groundLayers(colours),
      ...areaLayers(colours),
      ...roadLayers(colours),
      arrowLayer(colours),
      ...seatLayers(colours),
      ...labelLayers(colours),
    ],
  }
}

/** The same map as pictures that this server draws, for machines that draw pictures faster than vectors. */
export function rasterStyle(info: MapInfo, scheme: Scheme, origin: string): MapStyle {
  const colours = MAP_COLOURS[scheme]
  return {
    version: 8,
    name: `Dispecerat ${scheme} imagini`,
    sources: {
      country: { type: 'geojson', data: countryShapes(info.bounds) },
      pictures: {
        ...covering(info),
        type: 'raster',
        tiles: [`${origin}/tiles/raster/{z}/{x}/{y}.png?scheme=${scheme}&v=${info.version}`],
        tileSize: RASTER_PIXELS,
        minzoom: info.minZoom,
        maxzoom: RASTER_ZOOMS.to,
      },
    },
    layers: [
      ...groundLayers(colours),
      { id: 'pictures', type: 'raster', source: 'pictures', paint: { 'raster-fade-duration': 0 } },
      ...seatLayers(colours),
    ],
  }
}

function covering({ bounds: { west, south, east, north }, ...info }: MapInfo) {
  return { bounds: [west, south, east, north], attribution: attributionHtml(info) }
}

const LICENCE = 'https://www.openstreetmap.org/copyright'

/** The attribution of our own map, as its licence requires: OpenStreetMap with a link. */
export function attributionHtml({ attribution }: Pick<MapInfo, 'attribution'>): string {
  const plain = attribution.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  if (!plain.includes('OpenStreetMap')) return plain
  return plain.replace('OpenStreetMap', `<a href="${LICENCE}" target="_blank" rel="noopener">OpenStreetMap</a>`)
}
