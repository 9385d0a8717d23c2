import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import { type Map as MapLibre, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { Fragment, type ReactNode, useRef } from 'react'
import { mapProviderMessages as messages } from '../text/map-provider-messages.ts'
import type { Scheme } from './load-style.ts'
import { MapMakers } from './map-makers.tsx'
import { useMapProvider } from './map-provider.ts'
import { useBaseMap, type View } from './use-base-map.ts'

/* Without this the production build requests the worker from a URL that does not exist. */
setWorkerUrl(new URL(workerUrl, import.meta.url).href)

export type { Map as MapHandle } from 'maplibre-gl'

interface Props {
  label: string
  scheme: Scheme
  start: View
  /** Layers; rendered once the style has loaded. */
  children: (map: MapLibre) => ReactNode
}

/** One map; changing the provider or the scheme replaces only the base style, not the view or the layers on it. */
export function MapCanvas({ label, scheme, start, children }: Props) {
  const place = useRef<HTMLElement>(null)
  const { map, life, trouble, shown, style } = useBaseMap(place, scheme, start)
  const { chosen, choose, silent } = useMapProvider()
  return (
    <div className="map-box" data-provider={shown ?? undefined}>
      <section ref={place} className="map-place" aria-label={label} />
      {map && style ? <MapMakers map={map} style={style} isGoogle={shown === 'google'} /> : null}
      {trouble ? (
        <p className="map-trouble" role="status">
          {trouble}
          {silent.has(chosen) ? (
            <button type="button" className="map-again" onClick={() => choose(chosen)}>
              {messages.again}
            </button>
          ) : null}
        </p>
      ) : null}
      {map ? <Fragment key={life}>{children(map)}</Fragment> : null}
    </div>
  )
}
