import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { FeatureCollection, PolygonGeometry } from '../geojson.ts'
import { closedRing } from '../layers/use-zones-layer.ts'
import { takeAway } from '../take-away.ts'
import type { Spot } from './snap.ts'

/** An outline that is not saved. */
export interface PreviewShape {
  ring: readonly Spot[]
  isGood: boolean
}

const SOURCE = 'preview'
const LAYERS = ['preview-fill', 'preview-edge']

/** A preview of outlines: green when valid, red when not. */
export function usePreviewLayer(map: MapLibre, shapes: readonly PreviewShape[]) {
  useEffect(() => {
    map.addSource(SOURCE, { type: 'geojson', data: asGeoJson([]) })
    const paint = { 'line-color': ['get', 'colour'] as never, 'line-width': 3, 'line-dasharray': [2, 1] }
    map.addLayer({
      id: 'preview-fill',
      type: 'fill',
      source: SOURCE,
      paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': 0.2 },
    })
    map.addLayer({ id: 'preview-edge', type: 'line', source: SOURCE, paint })
    return () => takeAway(map, LAYERS, [SOURCE])
  }, [map])

  useEffect(() => {
    map.getSource<GeoJSONSource>(SOURCE)?.setData(asGeoJson(shapes))
  }, [map, shapes])
}

function asGeoJson(shapes: readonly PreviewShape[]): FeatureCollection<PolygonGeometry> {
  return {
    type: 'FeatureCollection',
    features: shapes
      .filter(({ ring }) => ring.length >= 3)
      .map(({ ring, isGood }) => ({
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [closedRing(ring)] },
        properties: { colour: isGood ? '#2b8a3e' : '#e03131' },
      })),
  }
}
