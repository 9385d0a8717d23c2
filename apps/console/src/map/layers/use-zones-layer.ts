import type { FilterSpecification, GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { FeatureCollection, PointGeometry, PolygonGeometry } from '../geojson.ts'
import { takeAway } from '../take-away.ts'

/** A zone as drawn on the map. */
export interface ZoneShape {
  id: number
  name: string
  paths: readonly { lat: number; long: number }[]
  /** '#rrggbb'; without one the colour depends on the id. */
  color?: string | null
}

/** Zones with a different style. */
export interface ZonesStyle {
  /** A stronger fill and a wide outline. */
  chosen?: number | null
  /** Neighbours of the chosen one: a dashed outline. */
  near?: readonly number[]
  /** A zone that is being drawn by another layer. */
  redrawn?: number | null
  /** Zones not shown on this map; the chosen one is shown all the same. */
  hidden?: ReadonlySet<number>
}

export const ZONE_COLOURS = ['#1c7ed6', '#2b8a3e', '#e8590c', '#862e9c', '#0b7285', '#c2255c', '#5c940d', '#5f3dc4']
const NOT_A_QUARTER: FilterSpecification = ['!', ['in', ['get', 'kind'], ['literal', ['suburb', 'neighbourhood']]]]
const LAYERS = ['zones-fill', 'zones-chosen-fill', 'zones-edge', 'zones-near', 'zones-chosen', 'zones-name']
const NOBODY: ZonesStyle = {}
const NO_ID = -1
const NONE: ReadonlySet<number> = new Set()

/** The colour of a zone, the same on every map whatever zones are beside it. */
export function zoneColour({ id, color }: Pick<ZoneShape, 'id' | 'color'>): string {
  return color ?? ZONE_COLOURS[id % ZONE_COLOURS.length] ?? '#1c7ed6'
}

/** Zones below everything that moves: a 12 % fill, an outline and the name in the middle. */
export function useZonesLayer(
  map: MapLibre,
  zones: readonly ZoneShape[],
  isShown: boolean,
  isDark: boolean,
  style: ZonesStyle = NOBODY,
) {
  const hasZones = zones.length > 0
  useEffect(() => {
    if (!isShown || !hasZones) return
    addLayers(map, isDark)
    let showQuarters = hideQuarters(map)
    /* Another base style has labels of its own. */
    const again = () => {
      showQuarters = hideQuarters(map)
    }
    map.on('style.load', again)
    return () => {
      map.off('style.load', again)
      showQuarters()
      takeAway(map, LAYERS, ['zones', 'zone-names'])
    }
  }, [map, isShown, hasZones, isDark])

  // biome-ignore lint/correctness/useExhaustiveDependencies: layers made anew for another scheme are empty
  useEffect(() => {
    if (!isShown || !hasZones) return
    map.getSource<GeoJSONSource>('zones')?.setData(zonesAsGeoJson(zones))
    map.getSource<GeoJSONSource>('zone-names')?.setData(zoneNames(zones))
  }, [map, isShown, hasZones, isDark, zones])

  const { chosen = null, redrawn = null, hidden = NONE, near } = style
  const neighbours = near?.join(' ') ?? ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: layers made anew for another scheme show every zone alike
  useEffect(() => {
    if (!isShown || !hasZones) return
    const away = [...hidden].filter((id) => id !== chosen)
    if (redrawn !== null) away.push(redrawn)
    const isDrawn: FilterSpecification = ['!', ['in', ['get', 'id'], ['literal', away]]]
    for (const layer of ['zones-fill', 'zones-edge', 'zones-name']) map.setFilter(layer, isDrawn)
    for (const layer of ['zones-chosen-fill', 'zones-chosen']) {
      map.setFilter(layer, ['==', ['get', 'id'], chosen === redrawn ? NO_ID : (chosen ?? NO_ID)])
    }
    map.setFilter('zones-near', ['in', ['get', 'id'], ['literal', neighbours.split(' ').map(Number)]])
  }, [map, isShown, hasZones, isDark, chosen, redrawn, hidden, neighbours])
}

function addLayers(map: MapLibre, isDark: boolean) {
  map.addSource('zones', { type: 'geojson', data: zonesAsGeoJson([]) })
  map.addSource('zone-names', { type: 'geojson', data: zoneNames([]) })
  const below = ['stands-area', 'cars-selected'].find((layer) => map.getLayer(layer))
  const fill = (id: string, opacity: number) => ({
    id,
    type: 'fill' as const,
    source: 'zones',
    paint: { 'fill-color': ['get', 'colour'] as never, 'fill-opacity': opacity },
  })
  const line = (id: string, width: number, more: object = {}) => ({
    id,
    type: 'line' as const,
    source: 'zones',
    paint: { 'line-color': ['get', 'colour'] as never, 'line-width': width, ...more },
  })
  map.addLayer(fill('zones-fill', 0.12), below)
  map.addLayer(fill('zones-chosen-fill', 0.2), below)
  map.addLayer(line('zones-edge', 1.5), below)
  map.addLayer(line('zones-near', 4, { 'line-dasharray': [2, 1.5] }), below)
  map.addLayer(line('zones-chosen', 4), below)
  map.addLayer(
    {
      id: 'zones-name',
      type: 'symbol',
      source: 'zone-names',
      layout: { 'text-field': ['get', 'name'], 'text-size': 12 },
      paint: {
        'text-color': isDark ? '#e9ecef' : '#212529',
        'text-halo-color': isDark ? '#16181b' : '#ffffff',
        'text-halo-width': 1.5,
      },
    },
    below,
  )
}

/**
 * Zones have the names of quarters, which the style's labels would repeat. Returns a function that shows the labels
 * again.
 */
function hideQuarters(map: MapLibre): () => void {
  const before: [string, FilterSpecification][] = []
  for (const layer of map.getStyle().layers) {
    if (layer.type !== 'symbol' || layer.filter === undefined) continue
    if (!/"(suburb|neighbourhood)"/.test(JSON.stringify(layer.filter))) continue
    before.push([layer.id, layer.filter])
    map.setFilter(layer.id, ['all', layer.filter, NOT_A_QUARTER] as FilterSpecification)
  }
  return () => {
    if (!map.style) return
    for (const [id, filter] of before) if (map.getLayer(id)) map.setFilter(id, filter)
  }
}

function zonesAsGeoJson(zones: readonly ZoneShape[]): FeatureCollection<PolygonGeometry> {
  return {
    type: 'FeatureCollection',
    features: zones.map((zone) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [closedRing(zone.paths)] },
      properties: { id: zone.id, colour: zoneColour(zone) },
    })),
  }
}

/** A closed ring, longitude first. */
export function closedRing(paths: ZoneShape['paths']): [number, number][] {
  const ring = paths.map((point): [number, number] => [point.long, point.lat])
  const first = ring[0]
  return first ? [...ring, first] : ring
}

function zoneNames(zones: readonly ZoneShape[]): FeatureCollection<PointGeometry> {
  return {
    type: 'FeatureCollection',
    features: zones.map((zone) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: middle(zone.paths) },
      properties: { id: zone.id, name: zone.name },
    })),
  }
}

/** Position of a zone's label; longitude first. */
export function middle(paths: ZoneShape['paths']): [number, number] {
  const sum = paths.reduce((at, point) => ({ lat: at.lat + point.lat, long: at.long + point.long }), {
    lat: 0,
    long: 0,
  })
  return [sum.long / Math.max(1, paths.length), sum.lat / Math.max(1, paths.length)]
}
