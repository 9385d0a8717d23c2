import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import type { LineFeature } from './geojson.ts'
import { takeAway } from './take-away.ts'

const RADIUS_METRES = 1500
const METRES_PER_DEGREE = 111_320
const CORNERS = 64

/** The dashed circle of 1500 m around where the company says it is (MAP-14). */
export function useCompanyCircle(map: MapLibre, centre: { lat: number; lng: number } | null) {
  const lat = centre?.lat
  const lng = centre?.lng
  useEffect(() => {
    if (lat === undefined || lng === undefined) return
    map.addSource('company', { type: 'geojson', data: circleAround(lat, lng) })
    map.addLayer({
      id: 'company-circle',
      type: 'line',
      source: 'company',
      paint: { 'line-color': '#1c7ed6', 'line-width': 1.5, 'line-dasharray': [3, 3] },
    })
    return () => takeAway(map, ['company-circle'], ['company'])
  }, [map, lat, lng])
}

function circleAround(lat: number, lng: number): LineFeature {
  const ring = Array.from({ length: CORNERS + 1 }, (_, corner): [number, number] => {
    const angle = (corner / CORNERS) * Math.PI * 2
    const north = (RADIUS_METRES * Math.cos(angle)) / METRES_PER_DEGREE
    const east = (RADIUS_METRES * Math.sin(angle)) / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180))
    return [lng + east, lat + north]
  })
  return { type: 'Feature', geometry: { type: 'LineString', coordinates: ring }, properties: {} }
}
