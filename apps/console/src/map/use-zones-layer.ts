import type { FilterSpecification, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { FeatureCollection, PointGeometry, PolygonGeometry } from './geojson.ts'
import { takeAway } from './take-away.ts'

/** A zone as drawn. */
export interface ZoneShape {
  id: number
  name: string
  paths: readonly { lat: number; long: number }[]
}

const COLOURS = ['#1c7ed6', '#2b8a3e', '#e8590c', '#862e9c', '#0b7285', '#c2255c', '#5c940d', '#5f3dc4']
const NOT_A_QUARTER: FilterSpecification = ['!', ['in', ['get', 'kind'], ['literal', ['suburb', 'neighbourhood']]]]

/** Zones under everything that moves: a 12 % fill, an outline and the name in the middle. */
export function useZonesLayer(map: MapLibre, zones: readonly ZoneShape[], isShown: boolean, isDark: boolean) {
  useEffect(() => {
    if (!isShown || zones.length === 0) return
    map.addSource('zones', { type: 'geojson', data: zonesAsGeoJson(zones) })
    map.addSource('zone-names', { type: 'geojson', data: zoneNames(zones) })
    const below = map.getLayer('cars-selected') ? 'cars-selected' : undefined
    map.addLayer(
      {
        id: 'zones-fill',
        type: 'fill',
        source: 'zones',
        paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.12 },
      },
      below,
    )
    map.addLayer(
      {
        id: 'zones-edge',
        type: 'line',
        source: 'zones',
        paint: { 'line-color': ['get', 'colour'], 'line-width': 1.5 },
      },
      below,
    )
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
    const showQuarters = hideQuarters(map)
    return () => {
      showQuarters()
      takeAway(map, ['zones-fill', 'zones-edge', 'zones-name'], ['zones', 'zone-names'])
    }
  }, [map, zones, isShown, isDark])
}

/** Zones bear the names of quarters; the style's own labels would say each name twice. Returns what shows them again. */
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
    features: zones.map((zone, index) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [closed(zone.paths)] },
      properties: { colour: COLOURS[index % COLOURS.length] ?? '#1c7ed6' },
    })),
  }
}

function closed(paths: ZoneShape['paths']): [number, number][] {
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
      properties: { name: zone.name },
    })),
  }
}

function middle(paths: ZoneShape['paths']): [number, number] {
  const sum = paths.reduce((at, point) => ({ lat: at.lat + point.lat, long: at.long + point.long }), {
    lat: 0,
    long: 0,
  })
  return [sum.long / Math.max(1, paths.length), sum.lat / Math.max(1, paths.length)]
}
