import { LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'
import { useCars } from './cars-store.ts'

const CLOSEST_ZOOM = 16

/** Once the car is known, moves the view to it together with the other places; a car alone is centred. */
export function useFlyToCar(map: MapLibre, carId: number | null, besides: readonly { lat: number; long: number }[]) {
  const isKnown = useCars((s) => carId !== null && s.cars.has(carId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map moves once a car, not with every position
  useEffect(() => {
    const car = carId === null ? undefined : useCars.getState().cars.get(carId)
    if (!car) return
    const bounds = new LngLatBounds()
    for (const point of [car, ...besides]) bounds.extend([point.long, point.lat])
    map.fitBounds(bounds, { padding: 50, maxZoom: CLOSEST_ZOOM, animate: false })
  }, [map, carId, isKnown])
}
