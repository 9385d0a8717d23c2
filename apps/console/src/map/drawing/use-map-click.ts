import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'react'

const DECIMALS = 1e6

/** While `isOn`, clicks on the map choose a place, with a crosshair cursor. */
export function useMapClick(map: MapLibre, isOn: boolean, onClick: (at: { lat: number; long: number }) => void) {
  const click = useRef(onClick)
  useEffect(() => {
    click.current = onClick
  })
  useEffect(() => {
    if (!isOn) return
    const onClick = ({ lngLat }: MapMouseEvent) =>
      click.current({
        lat: Math.round(lngLat.lat * DECIMALS) / DECIMALS,
        long: Math.round(lngLat.lng * DECIMALS) / DECIMALS,
      })
    const canvas = map.getCanvas()
    canvas.style.cursor = 'crosshair'
    map.on('click', onClick)
    return () => {
      canvas.style.cursor = ''
      map.off('click', onClick)
    }
  }, [map, isOn])
}
