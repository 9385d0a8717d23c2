import { LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'

const CLOSEST_ZOOM = 16

/** Moves the view to these places whenever `key` changes; null leaves the map where it is. */
export function useFlyTo(map: MapLibre, key: string | null, places: readonly { lat: number; long: number }[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map moves once a thing, not while the thing is moved
  useEffect(() => {
    if (key === null || places.length === 0) return
    const bounds = new LngLatBounds()
    for (const { lat, long } of places) bounds.extend([long, lat])
    map.fitBounds(bounds, { padding: 60, maxZoom: CLOSEST_ZOOM, animate: false })
  }, [map, key])
}
