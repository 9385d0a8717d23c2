import type { MapColours } from './map-colours.ts'

/** A layer of the MapLibre style specification; expressions are plain JSON. */
export interface StyleLayer {
  id: string
  type: 'background' | 'fill' | 'line' | 'symbol' | 'raster'
  source?: string
  'source-layer'?: string
  minzoom?: number
  maxzoom?: number
  filter?: unknown[]
  layout?: Record<string, unknown>
  paint: Record<string, unknown>
}

const FONT = ['Noto Sans Regular']
const BOLD = ['Noto Sans Bold']

/** Width in pixels at zoom 10, 14 and 18. */
function widths(at10: number, at14: number, at18: number): unknown[] {
  return ['interpolate', ['exponential', 1.6], ['zoom'], 10, at10, 14, at14, 18, at18]
}

function sizes(at12: number, at17: number): unknown[] {
  return ['interpolate', ['linear'], ['zoom'], 12, at12, 17, at17]
}

function oneOf(...kinds: string[]): unknown[] {
  return ['in', ['get', 'kind'], ['literal', kinds]]
}

/** The lowest layers: the country from far away, plain ground from near. */
export function groundLayers(c: MapColours): StyleLayer[] {
  const country = (id: string, kind: string, maxzoom: number) => ({
    id,
    source: 'country',
    filter: ['==', ['get', 'kind'], kind],
    maxzoom,
  })
  return [
    {
      id: 'ground',
      type: 'background',
      paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], 8.5, c.abroad, 9.5, c.ground] },
    },
    { ...country('country', 'country', 9.6), type: 'fill', paint: { 'fill-color': c.ground } },
    {
      ...country('border', 'country', 10),
      type: 'line',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': c.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 5, 1, 9, 1.6] },
    },
    {
      ...country('edge', 'edge', 12),
      type: 'line',
      minzoom: 7.5,
      paint: { 'line-color': c.border, 'line-width': 1, 'line-dasharray': [4, 3], 'line-opacity': 0.6 },
    },
  ]
}

/** The county seats, which no tile names; those inside the map only until its own names begin. */
export function seatLayers(c: MapColours): StyleLayer[] {
  const seats = (id: string, kind: string, maxzoom: number): StyleLayer => ({
    id,
    type: 'symbol',
    source: 'country',
    filter: ['==', ['get', 'kind'], kind],
    maxzoom,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': ['interpolate', ['linear'], ['zoom'], 5, 10, 9, 14],
      'text-padding': 4,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'text-color': c.placeName, 'text-halo-color': c.halo, 'text-halo-width': 1.4 },
  })
  return [seats('seats', 'seat', 11), seats('seats-covered', 'covered', 8)]
}

export function areaLayers(c: MapColours): StyleLayer[] {
  const land = (kind: 'residential' | 'industrial' | 'field' | 'park' | 'forest', ...also: string[]): StyleLayer => ({
    id: `land-${kind}`,
    type: 'fill',
    source: 'city',
    'source-layer': 'land',
    filter: oneOf(kind, ...also),
    paint: { 'fill-color': c[kind], 'fill-antialias': false },
  })
  return [
    land('residential'),
    land('industrial', 'public'),
    land('field'),
    land('forest'),
    land('park'),
    {
      id: 'lakes',
      type: 'fill',
      source: 'city',
      'source-layer': 'water',
      filter: oneOf('lake'),
      paint: { 'fill-color': c.water },
    },
    {
      id: 'rivers',
      type: 'line',
      source: 'city',
      'source-layer': 'water',
      filter: oneOf('river', 'stream'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': c.water,
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          10,
          0.7,
          14,
          ['match', ['get', 'kind'], 'river', 2.4, 1],
          18,
          6,
        ],
      },
    },
    {
      id: 'buildings',
      type: 'fill',
      source: 'city',
      'source-layer': 'buildings',
      minzoom: 14,
      paint: { 'fill-color': c.building, 'fill-opacity': ['interpolate', ['linear'], ['zoom'], 14, 0.4, 16, 1] },
    },
  ]
}

export function roadLayers(c: MapColours): StyleLayer[] {
  const line = (
    id: string,
    kinds: string[],
    colour: string,
    width: unknown[],
    more: Record<string, unknown> = {},
  ): StyleLayer => ({
    id,
    type: 'line',
    source: 'city',
    'source-layer': 'roads',
    filter: oneOf(...kinds),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': width, ...more },
  })
  const major = ['motorway', 'trunk', 'primary']
  const middle = ['secondary', 'tertiary']
  return [
    { ...line('paths', ['path'], c.path, widths(0.2, 0.7, 2), { 'line-dasharray': [2, 1.5] }), minzoom: 15 },
    { ...line('service', ['service'], c.minor, widths(0.2, 1, 7)), minzoom: 14 },
    line('rail', ['rail'], c.rail, widths(0.8, 2, 5)),
    {
      ...line('rail-sleepers', ['rail'], c.ground, widths(0.4, 1.2, 3.4), { 'line-dasharray': [4, 4] }),
      layout: { 'line-cap': 'butt', 'line-join': 'round' },
      minzoom: 11.5,
    },
    line('minor-casing', ['minor'], c.casing, widths(0.3, 3, 17)),
    line('middle-casing', middle, c.casing, widths(1, 5, 22)),
    line('major-casing', major, c.majorCasing, widths(1.6, 6.5, 27)),
    line('minor', ['minor'], c.minor, widths(0.2, 2, 14)),
    line('middle', middle, c.middle, widths(0.7, 3.8, 19)),
    line('major', major, c.major, widths(1.1, 5, 24)),
  ]
}

/** The direction of a one-way street, as an arrow of the font, so that no picture has to be loaded. */
export function arrowLayer(c: MapColours): StyleLayer {
  return {
    id: 'one-way',
    type: 'symbol',
    source: 'city',
    'source-layer': 'roads',
    minzoom: 16,
    filter: oneOf('oneway'),
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 90,
      'text-field': '→',
      'text-font': FONT,
      'text-size': sizes(12, 15),
      'text-keep-upright': false,
      'text-padding': 1,
    },
    paint: { 'text-color': c.arrow },
  }
}

export function labelLayers(c: MapColours): StyleLayer[] {
  const halo = { 'text-halo-color': c.halo, 'text-halo-width': 1.3 }
  const names = (
    id: string,
    kinds: string[],
    font: string[],
    size: unknown[],
    colour: string,
    minzoom: number,
  ): StyleLayer => ({
    id,
    type: 'symbol',
    source: 'city',
    'source-layer': 'places',
    minzoom,
    filter: oneOf(...kinds),
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': size,
      'text-max-width': 8,
      'text-padding': 6,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'text-color': colour, ...halo },
  })
  const roadNames = (id: string, kinds: string[], minzoom: number): StyleLayer => ({
    id,
    type: 'symbol',
    source: 'city',
    'source-layer': 'roads',
    minzoom,
    filter: ['all', ['has', 'name'], oneOf(...kinds)],
    layout: {
      'symbol-placement': 'line',
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': sizes(10, 13),
      'text-padding': 4,
    },
    paint: { 'text-color': c.roadName, ...halo },
  })
  return [
    {
      ...names('numbers', ['address'], FONT, sizes(8, 11), c.number, 17),
      'source-layer': 'addresses',
      layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 10, 'text-padding': 2 },
    },
    roadNames('minor-names', ['minor', 'service', 'path'], 15),
    roadNames('major-names', ['trunk', 'primary', 'secondary', 'tertiary'], 13),
    {
      ...roadNames('river-names', ['river'], 13),
      'source-layer': 'water',
      paint: { 'text-color': c.waterName, ...halo },
    },
    names('peaks', ['peak'], FONT, sizes(11, 14), c.peakName, 11),
    names('stops', ['stop'], FONT, sizes(9, 11), c.suburbName, 16),
    names('landmarks', ['landmark', 'neighbourhood'], FONT, sizes(10, 13), c.landmarkName, 14),
    names('stations', ['station'], BOLD, sizes(11, 13), c.landmarkName, 13),
    names('suburbs', ['suburb'], BOLD, sizes(11, 15), c.suburbName, 11),
    names('settlements', ['town', 'village'], FONT, sizes(12, 16), c.placeName, 9),
    names('cities', ['city'], BOLD, sizes(15, 20), c.placeName, 8),
  ]
}
