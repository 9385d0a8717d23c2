/* Not in its caller: only map/ imports MapLibre. */
import { LngLatBounds, type Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'

const CLOSEST_ZOOM = 16

/** Keeps the points in view as they move, until the user drags the map. */
export function useFollow(
  map: MapLibre,
  points: readonly { lat: number; long: number }[],
  { isOn, onDrag }: { isOn: boolean; onDrag: () => void },
) {
  const drag = useRef(onDrag)
  useEffect(() => {
    drag.current = onDrag
  })
  useEffect(() => {
    const stop = () => drag.current()
    map.on('dragstart', stop)
    return () => {
      map.off('dragstart', stop)
    }
  }, [map])

  const print = points.map(({ lat, long }) => `${lat},${long}`).join(';')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the print stands for the points, which are a new array each time
  useEffect(() => {
    if (!isOn || points.length === 0) return
    const bounds = new LngLatBounds()
    for (const { lat, long } of points) bounds.extend([long, lat])
    map.fitBounds(bounds, { padding: 60, maxZoom: CLOSEST_ZOOM, animate: false })
  }, [map, print, isOn])
}
