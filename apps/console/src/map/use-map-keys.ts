import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'

/** While the map has the keyboard, + and − are its zoom and mean nothing else on the page. */
export function useMapKeys(map: MapLibre) {
  useEffect(() => {
    // North stays up: whoever turned the map by accident would not find the way back without a mouse.
    map.keyboard.disableRotation()
    const canvas = map.getCanvas()
    const keep = (event: KeyboardEvent) => {
      if (event.key === '+' || event.key === '-' || event.key === '=') event.preventDefault()
    }
    canvas.addEventListener('keydown', keep)
    return () => canvas.removeEventListener('keydown', keep)
  }, [map])
}
