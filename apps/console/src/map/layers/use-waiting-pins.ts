import { type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect, useRef } from 'react'

/** A waiting client: the time is shown by colour, symbol and text. */
interface WaitingPin {
  id: number
  lat: number
  long: number
  minutes: number
  title: string
}

/** Minutes from which the wait is long, and too long. */
const LONG = 5
const TOO_LONG = 10
/** Only the longest waiting are shown, because more elements would slow the map down. */
const MAX = 200

/** Waiting orders as pins with their minutes; the list of orders is the keyboard alternative. */
export function useWaitingPins(map: MapLibre, pins: readonly WaitingPin[], onPick: (orderId: number) => void) {
  const pick = useRef(onPick)
  const markers = useRef(new Map<number, Marker>())
  useEffect(() => {
    pick.current = onPick
  })

  useEffect(() => {
    const shown = markers.current
    const wanted = new Set(pins.slice(0, MAX).map(({ id }) => id))
    for (const [id, marker] of shown) {
      if (wanted.has(id)) continue
      marker.remove()
      shown.delete(id)
    }
    for (const pin of pins.slice(0, MAX)) {
      const known = shown.get(pin.id)
      const marker = known ?? new Marker({ element: pinElement(() => pick.current(pin.id)), anchor: 'bottom' })
      describe(marker.getElement(), pin)
      marker.setLngLat([pin.long, pin.lat])
      if (!known) marker.addTo(map)
      shown.set(pin.id, marker)
    }
  }, [map, pins])

  useEffect(() => {
    const known = markers.current
    return () => {
      for (const marker of known.values()) marker.remove()
      known.clear()
    }
  }, [])
}

function pinElement(onClick: () => void): HTMLElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.tabIndex = -1
  element.addEventListener('click', (event) => {
    event.stopPropagation()
    onClick()
  })
  return element
}

function describe(element: HTMLElement, { id, minutes, title }: WaitingPin) {
  const age = minutes >= TOO_LONG ? 'too-long' : minutes >= LONG ? 'long' : 'new'
  const glyph = { new: '○', long: '!', 'too-long': '‼' }[age]
  element.className = `maplibregl-marker maplibregl-marker-anchor-bottom waiting-pin waiting-${age} digits`
  element.dataset.waitingOrder = String(id)
  element.textContent = `${glyph} ${minutes > 99 ? '99+' : minutes}′`
  element.title = title
  element.setAttribute('aria-label', title)
}
