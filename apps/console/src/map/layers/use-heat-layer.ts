import type { ExpressionSpecification, GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { FeatureCollection, PointGeometry } from '../geojson.ts'
import { takeAway } from '../take-away.ts'

interface HeatPoint {
  lat: number
  long: number
  orders: number
}

const SOURCE = 'heat'
const LAYERS = ['heat-glow', 'heat-count'] as const
/** From this zoom on a cell is wide enough for its figure. */
const FIGURES_FROM_ZOOM = 13.5

/**
 * Cold to hot: dark to light on a dark map and light to dark on a light one, so that the scale also works in
 * greyscale.
 */
const RAMPS = {
  light: ['rgba(255,236,179,0)', '#ffe08a', '#ffb347', '#f06a2c', '#c01f3a', '#6d1040'],
  dark: ['rgba(60,20,90,0)', '#57208a', '#a02a8f', '#e2535f', '#fda34e', '#fff3b0'],
} as const

/** Orders by pickup as a heat map; each cell also shows its number when zoomed in. */
export function useHeatLayer(map: MapLibre, points: readonly HeatPoint[], isDark: boolean) {
  useEffect(() => {
    map.addSource(SOURCE, { type: 'geojson', data: asGeoJson([]) })
    map.addLayer({
      id: 'heat-glow',
      type: 'heatmap',
      source: SOURCE,
      paint: {
        'heatmap-weight': ['get', 'weight'],
        /* A cell of about 220 m and a little of its neighbours, whatever the zoom. */
        'heatmap-radius': ['interpolate', ['exponential', 2], ['zoom'], 9, 8, 12, 34, 16, 500],
        'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 9, 0.7, 12, 1.5],
        'heatmap-color': colours(isDark),
        'heatmap-opacity': 0.72,
      },
    })
    map.addLayer({
      id: 'heat-count',
      type: 'symbol',
      source: SOURCE,
      minzoom: FIGURES_FROM_ZOOM,
      layout: { 'text-field': ['to-string', ['get', 'orders']], 'text-size': 12 },
      paint: {
        'text-color': isDark ? '#ffffff' : '#212529',
        'text-halo-color': isDark ? '#16181b' : '#ffffff',
        'text-halo-width': 1.5,
      },
    })
    return () => takeAway(map, LAYERS, [SOURCE])
  }, [map, isDark])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the layer is made anew with the scheme
  useEffect(() => {
    map.getSource<GeoJSONSource>(SOURCE)?.setData(asGeoJson(points))
  }, [map, points, isDark])
}

/** The first step is transparent; the others are spread evenly. */
function colours(isDark: boolean): ExpressionSpecification {
  const ramp = RAMPS[isDark ? 'dark' : 'light']
  const stops = ramp.flatMap((colour, step) => [
    step === 0 ? 0 : 0.08 + (0.92 * (step - 1)) / (ramp.length - 2),
    colour,
  ])
  return ['interpolate', ['linear'], ['heatmap-density'], ...stops] as ExpressionSpecification
}

/** The square root keeps one very busy cell from making all others cold. */
function asGeoJson(points: readonly HeatPoint[]): FeatureCollection<PointGeometry> {
  const max = points.reduce((max, { orders }) => Math.max(max, orders), 1)
  return {
    type: 'FeatureCollection',
    features: points.map(({ lat, long, orders }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [long, lat] },
      properties: { orders, weight: Math.sqrt(orders / max) },
    })),
  }
}
