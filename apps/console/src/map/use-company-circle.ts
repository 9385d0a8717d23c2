import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import { circleRing } from './circle.ts'
import type { LineFeature } from './geojson.ts'
import { takeAway } from './take-away.ts'

const RADIUS_METRES = 1500

/** The dashed circle of 1500 m around where the company says it is (MAP-14). */
export function useCompanyCircle(map: MapLibre, centre: { lat: number; lng: number } | null) {
  const lat = centre?.lat
  const lng = centre?.lng
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    map.addSource('company', {
      type: 'geojson',
      data: {
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: circleRing({ lat, long: lng }, RADIUS_METRES) },
        properties: {},
      } satisfies LineFeature,
    })
    map.addLayer({
      id: 'company-circle',
      type: 'line',
      source: 'company',
      paint: { 'line-color': '#1c7ed6', 'line-width': 1.5, 'line-dasharray': [3, 3] },
    })
    return () => takeAway(map, ['company-circle'], ['company'])
  }, [map, lat, lng])
}
