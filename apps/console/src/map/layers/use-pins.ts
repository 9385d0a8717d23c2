import { placeLetter } from '@dispecerat/domain/orders/order'
import { LngLatBounds, type Map as MapLibre, Marker } from 'maplibre-gl'
import { useEffect } from 'react'

export interface Pin {
  letter: string
  title: string
  lat: number
  long: number
}

const ONE_PIN_ZOOM = 16

/** The lettered pins of an order's places; a place without coordinates has no pin but keeps its letter. */
export function placePins(places: readonly ((Omit<Pin, 'letter' | 'title'> & { name: string }) | null)[]): Pin[] {
  return places.flatMap((place, index) =>
    place === null ? [] : { letter: placeLetter(index), title: place.name, lat: place.lat, long: place.long },
  )
}

/** Lettered pins of an order's places; the view moves to them when they appear. */
export function usePins(map: MapLibre, pins: readonly Pin[]) {
  const print = pins.map((pin) => `${pin.letter}${pin.lat},${pin.long}`).join(';')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the print stands for the pins, which are a new array each time
  useEffect(() => {
    const markers = pins.map((pin) =>
      new Marker({ element: pinElement(pin), anchor: 'bottom' }).setLngLat([pin.long, pin.lat]).addTo(map),
    )
    flyTo(map, pins)
    return () => {
      for (const marker of markers) marker.remove()
    }
  }, [map, print])
}

function pinElement(pin: Pin): HTMLElement {
  const element = document.createElement('div')
  element.className = 'pin'
  element.textContent = pin.letter
  element.title = pin.title
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', `${pin.letter}: ${pin.title}`)
  return element
}

function flyTo(map: MapLibre, pins: readonly Pin[]) {
  const [first] = pins
  if (!first) return
  if (pins.length === 1) {
    map.jumpTo({ center: [first.long, first.lat], zoom: ONE_PIN_ZOOM })
    return
  }
  const bounds = new LngLatBounds()
  for (const pin of pins) bounds.extend([pin.long, pin.lat])
  map.fitBounds(bounds, { padding: 60, maxZoom: ONE_PIN_ZOOM, animate: false })
}
