import type { GeoJSONSource, MapLayerMouseEvent, Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import type { FeatureCollection, PointGeometry, PolygonGeometry } from '../geojson.ts'
import { takeAway } from '../take-away.ts'
import { circleRing } from './circle.ts'

/** A stand as drawn on the map. */
export interface StandOnMap {
  id: number
  name: string
  lat: number
  long: number
  radiusMetres: number
  queueLength: number
  isActive: boolean
}

interface Style {
  isShown: boolean
  isDark: boolean
  selected: number | null
  onPick: (id: number) => void
}

const AREAS = 'stand-areas'
const SIGNS = 'stand-signs'
const LAYERS = ['stands-area', 'stands-edge', 'stands-dot', 'stands-queue', 'stands-name']
const BLUE = { light: '#1864ab', dark: '#4dabf7' } as const
const GREY = '#868e96'

/**
 * Stands: the circle in which a driver waits, the length of the queue on a dot in its middle, and the name with that
 * number above, where the waiting cars do not cover it.
 */
export function useStandsLayer(map: MapLibre, stands: readonly StandOnMap[], style: Style) {
  const { isShown, isDark, selected, onPick } = style
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })

  useEffect(() => {
    if (!isShown) return
    map.addSource(AREAS, { type: 'geojson', data: areas([], null) })
    map.addSource(SIGNS, { type: 'geojson', data: signs([]) })
    addLayers(map, isDark)
    const onClick = (event: MapLayerMouseEvent) => {
      if (event.defaultPrevented) return
      const id = event.features?.[0]?.properties.id
      if (typeof id === 'number') pick.current(id)
    }
    const enter = () => {
      map.getCanvas().style.cursor = 'pointer'
    }
    const leave = () => {
      map.getCanvas().style.cursor = ''
    }
    map.on('click', 'stands-dot', onClick)
    map.on('mouseenter', 'stands-dot', enter)
    map.on('mouseleave', 'stands-dot', leave)
    return () => {
      map.off('click', 'stands-dot', onClick)
      map.off('mouseenter', 'stands-dot', enter)
      map.off('mouseleave', 'stands-dot', leave)
      takeAway(map, LAYERS, [AREAS, SIGNS])
    }
  }, [map, isShown, isDark])

  // biome-ignore lint/correctness/useExhaustiveDependencies: layers made anew for another scheme are empty
  useEffect(() => {
    if (!isShown) return
    map.getSource<GeoJSONSource>(AREAS)?.setData(areas(stands, selected))
    map.getSource<GeoJSONSource>(SIGNS)?.setData(signs(stands))
  }, [map, isShown, isDark, stands, selected])
}

function addLayers(map: MapLibre, isDark: boolean) {
  const below = map.getLayer('cars-selected') ? 'cars-selected' : undefined
  const blue = isDark ? BLUE.dark : BLUE.light
  map.addLayer(
    {
      id: 'stands-area',
      type: 'fill',
      source: AREAS,
      paint: { 'fill-color': blue, 'fill-opacity': ['case', ['get', 'isSelected'], 0.3, 0.15] },
    },
    below,
  )
  map.addLayer(
    {
      id: 'stands-edge',
      type: 'line',
      source: AREAS,
      paint: {
        'line-color': ['case', ['get', 'isActive'], blue, GREY],
        'line-width': ['case', ['get', 'isSelected'], 3, 1.5],
        'line-dasharray': [3, 2],
      },
    },
    below,
  )
  map.addLayer(
    {
      id: 'stands-dot',
      type: 'circle',
      source: SIGNS,
      paint: {
        'circle-radius': 11,
        'circle-color': ['case', ['get', 'isActive'], BLUE.light, '#495057'],
        'circle-stroke-width': 2,
        'circle-stroke-color': '#ffffff',
      },
    },
    below,
  )
  const always = { 'text-allow-overlap': true, 'text-ignore-placement': true } as const
  map.addLayer(
    {
      id: 'stands-queue',
      type: 'symbol',
      source: SIGNS,
      layout: { 'text-field': ['get', 'queue'], 'text-size': 12, ...always },
      paint: { 'text-color': '#ffffff' },
    },
    below,
  )
  map.addLayer(
    {
      id: 'stands-name',
      type: 'symbol',
      source: SIGNS,
      layout: { 'text-field': ['get', 'label'], 'text-size': 12, 'text-offset': [0, -1.2], 'text-anchor': 'bottom' },
      paint: {
        'text-color': isDark ? '#a5d8ff' : '#0b3d66',
        'text-halo-color': isDark ? '#16181b' : '#ffffff',
        'text-halo-width': 2,
      },
    },
    below,
  )
}

function areas(stands: readonly StandOnMap[], selected: number | null): FeatureCollection<PolygonGeometry> {
  return {
    type: 'FeatureCollection',
    features: stands.map((stand) => ({
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates: [circleRing(stand, stand.radiusMetres)] },
      properties: { isSelected: stand.id === selected, isActive: stand.isActive },
    })),
  }
}

function signs(stands: readonly StandOnMap[]): FeatureCollection<PointGeometry> {
  return {
    type: 'FeatureCollection',
    features: stands.map((stand) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [stand.long, stand.lat] },
      properties: {
        id: stand.id,
        label: stand.queueLength > 0 ? `${stand.name} (${stand.queueLength})` : stand.name,
        isActive: stand.isActive,
        queue: stand.isActive ? String(stand.queueLength) : '–',
      },
    })),
  }
}
