/* Not in its caller: only map/ imports MapLibre. */
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect } from 'react'

/** While the map has the focus, + and − zoom it and have no other meaning. */
export function useMapKeys(map: MapLibre) {
  useEffect(() => {
    /* Rotation is disabled: a map rotated by accident could not be turned back without a mouse. */
    map.keyboard.disableRotation()
    const canvas = map.getCanvas()
    const keep = (event: KeyboardEvent) => {
      if (event.key === '+' || event.key === '-' || event.key === '=') event.preventDefault()
    }
    canvas.addEventListener('keydown', keep)
    return () => canvas.removeEventListener('keydown', keep)
  }, [map])
}
