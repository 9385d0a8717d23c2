import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { Map as MapLibre, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ro } from '../text/ro.ts'
import { loadStyle, type Scheme } from './load-style.ts'

// Without this the production build asks for the worker at an address that does not exist.
setWorkerUrl(new URL(workerUrl, import.meta.url).href)

export type { Map as MapHandle } from 'maplibre-gl'

export interface View {
  lat: number
  long: number
  zoom: number
}

interface Props {
  label: string
  scheme: Scheme
  start: View
  /** Layers; drawn once the style is there. */
  children: (map: MapLibre) => ReactNode
}

/** One map; it is made anew when the scheme changes and keeps where it looked. */
export function MapCanvas({ label, scheme, start, children }: Props) {
  const place = useRef<HTMLElement>(null)
  const view = useRef(start)
  const [ready, setReady] = useState<MapLibre | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)

  useEffect(() => {
    let map: MapLibre | null = null
    let isOver = false
    const draw = async () => {
      const { style, hasBackground } = await loadStyle(scheme)
      if (isOver || !place.current) return
      setTrouble(hasBackground ? null : ro.map.noBackground)
      try {
        map = makeMap(place.current, style, view.current)
      } catch {
        setTrouble(ro.map.unavailable)
        return
      }
      const made = map
      made.once('load', () => !isOver && setReady(made))
      made.on('moveend', () => {
        const centre = made.getCenter()
        view.current = { lat: centre.lat, long: centre.lng, zoom: made.getZoom() }
      })
    }
    void draw()
    return () => {
      isOver = true
      setReady(null)
      map?.remove()
    }
  }, [scheme])

  return (
    <div className="map-box">
      <section ref={place} className="map-place" aria-label={label} />
      {trouble ? (
        <p className="map-trouble" role="status">
          {trouble}
        </p>
      ) : null}
      {ready ? children(ready) : null}
    </div>
  )
}

function makeMap(
  container: HTMLElement,
  style: ConstructorParameters<typeof MapLibre>[0]['style'],
  view: View,
): MapLibre {
  const map = new MapLibre({
    container,
    style,
    center: [view.long, view.lat],
    zoom: view.zoom,
    attributionControl: { compact: false },
    dragRotate: false,
    pitchWithRotate: false,
    locale: { 'NavigationControl.ZoomIn': 'Apropie', 'NavigationControl.ZoomOut': 'Depărtează', 'Map.Title': 'Hartă' },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  return map
}
