import type { Scheme } from './map-colours.ts'
import { MAP_COLOURS } from './map-colours.ts'
import { areaLayers, labelLayers, roadLayers, type StyleLayer } from './map-layers.ts'
import type { MapInfo } from './tiles.ts'

export interface MapStyle {
  version: 8
  name: string
  sources: Record<
    string,
    { type: 'vector'; tiles: string[]; minzoom: number; maxzoom: number; bounds: number[]; attribution: string }
  >
  layers: StyleLayer[]
}

/**
 * A MapLibre style over our own tiles. It has no `glyphs`: the map library then draws labels with the fonts of the
 * machine, and nothing is fetched from anywhere else. `origin` is 'https://host' without a slash.
 */
export function mapStyle(info: MapInfo, scheme: Scheme, origin: string): MapStyle {
  const { west, south, east, north } = info.bounds
  const colours = MAP_COLOURS[scheme]
  return {
    version: 8,
    name: `Dispecerat ${scheme}`,
    sources: {
      city: {
        type: 'vector',
        tiles: [`${origin}/tiles/{z}/{x}/{y}.mvt?v=${info.version}`],
        minzoom: info.minZoom,
        maxzoom: info.maxZoom,
        bounds: [west, south, east, north],
        attribution: info.attribution,
      },
    },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colours.ground } },
      ...areaLayers(colours),
      ...roadLayers(colours),
      ...labelLayers(colours),
    ],
  }
}
