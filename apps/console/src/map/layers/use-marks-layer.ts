import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { Spot } from '../drawing/snap.ts'
import type { FeatureCollection, PointGeometry } from '../geojson.ts'
import { takeAway } from '../take-away.ts'

const LAYER = 'marks'

/** Rings around places with a problem. */
export function useMarksLayer(map: MapLibre, spots: readonly Spot[]) {
  useEffect(() => {
    map.addSource(LAYER, { type: 'geojson', data: asGeoJson([]) })
    map.addLayer({
      id: LAYER,
      type: 'circle',
      source: LAYER,
      paint: {
        'circle-radius': 12,
        'circle-color': '#e03131',
        'circle-opacity': 0.25,
        'circle-stroke-color': '#e03131',
        'circle-stroke-width': 3,
      },
    })
    return () => takeAway(map, [LAYER], [LAYER])
  }, [map])

  useEffect(() => {
    map.getSource<GeoJSONSource>(LAYER)?.setData(asGeoJson(spots))
  }, [map, spots])
}

function asGeoJson(spots: readonly Spot[]): FeatureCollection<PointGeometry> {
  return {
    type: 'FeatureCollection',
    features: spots.map(({ lat, long }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [long, lat] },
      properties: {},
    })),
  }
}
