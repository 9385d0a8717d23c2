import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { movedBy } from '../layers/circle.ts'

interface Place {
  lat: number
  long: number
}

const STEP_METRES = 5
const BIG_STEP_METRES = 50
/** Six decimals of a degree are about 11 cm. */
const DECIMALS = 1e6

const ARROWS: Record<string, readonly [north: number, east: number]> = {
  ArrowUp: [1, 0],
  ArrowDown: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** A draggable handle, also moved with the arrow keys; null without a position. */
export function useDragHandle(
  map: MapLibre,
  at: Place | null,
  { label, onMove }: { label: string; onMove: (to: Place) => void },
) {
  const move = useRef(onMove)
  const now = useRef(at)
  const marker = useRef<Marker | null>(null)
  useEffect(() => {
    move.current = onMove
    now.current = at
  })
  const isShown = at !== null

  useEffect(() => {
    if (!isShown) return
    const element = document.createElement('button')
    element.type = 'button'
    element.className = 'map-handle'
    const made = new Marker({ element, draggable: true }).setLngLat([now.current?.long ?? 0, now.current?.lat ?? 0])
    made.addTo(map)
    made.on('drag', () => {
      const { lat, lng } = made.getLngLat()
      move.current(rounded({ lat, long: lng }))
    })
    element.addEventListener('keydown', (event) => {
      const arrow = ARROWS[event.key]
      if (!arrow || !now.current) return
      event.preventDefault()
      /* Keeps the map from panning. */
      event.stopPropagation()
      const metres = event.shiftKey ? BIG_STEP_METRES : STEP_METRES
      const [north, east] = movedBy(now.current, arrow[0] * metres, arrow[1] * metres)
      move.current(rounded({ lat: now.current.lat + north, long: now.current.long + east }))
    })
    marker.current = made
    return () => {
      marker.current = null
      made.remove()
    }
  }, [map, isShown])

  useEffect(() => {
    if (at) marker.current?.setLngLat([at.long, at.lat])
    marker.current?.getElement().setAttribute('aria-label', label)
  })
}

function rounded({ lat, long }: Place): Place {
  return { lat: Math.round(lat * DECIMALS) / DECIMALS, long: Math.round(long * DECIMALS) / DECIMALS }
}
