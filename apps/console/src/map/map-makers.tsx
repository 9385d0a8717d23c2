import { LngLatBounds, type Map as MapLibre, type StyleSpecification } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { mapProviderMessages as messages } from '../text/map-provider-messages.ts'

const REST_MS = 400
/** Zoomed out further, the outline of the country is sufficient. */
const NEAR_ZOOM = 10

interface Props {
  map: MapLibre
  style: StyleSpecification
  isGoogle: boolean
}

/** The copyright notice where it depends on the view, and a note when the view is outside of the map's area. */
export function MapMakers({ map, style, isGoogle }: Props) {
  const copyright = useCopyright(map, copyrightUrlOf(style))
  const isOutside = useIsOutside(map, style)
  return (
    <>
      {isOutside ? (
        <p className="map-outside" role="status">
          {messages.outside}
        </p>
      ) : null}
      {isGoogle ? (
        <div className="map-google">
          <span translate="no">Google Maps</span>
          <span>{copyright}</span>
        </div>
      ) : null}
    </>
  )
}

function copyrightUrlOf({ metadata }: StyleSpecification): string | null {
  if (typeof metadata !== 'object' || metadata === null || !('copyright_url' in metadata)) return null
  return typeof metadata.copyright_url === 'string' ? metadata.copyright_url : null
}

/** Copyright of the visible area, requested again whenever the map stops moving, as Google's terms require. */
function useCopyright(map: MapLibre, url: string | null): string {
  const [text, setText] = useState('')
  useEffect(() => {
    if (url === null) return
    let stop = new AbortController()
    const load = async () => {
      stop.abort()
      stop = new AbortController()
      const bounds = map.getBounds()
      const view = `&zoom=${Math.round(map.getZoom())}&north=${bounds.getNorth()}&south=${bounds.getSouth()}&east=${bounds.getEast()}&west=${bounds.getWest()}`
      const answer = await fetch(url + view, { signal: stop.signal, referrerPolicy: 'origin' }).then((r) => r.json())
      if (typeof answer?.copyright === 'string') setText(answer.copyright)
    }
    const quietly = () => void load().catch(() => {})
    let timer: ReturnType<typeof setTimeout> | undefined
    const rested = () => {
      clearTimeout(timer)
      timer = setTimeout(quietly, REST_MS)
    }
    quietly()
    map.on('moveend', rested)
    return () => {
      clearTimeout(timer)
      stop.abort()
      map.off('moveend', rested)
    }
  }, [map, url])
  return url === null ? '' : text
}

/** True when the view does not overlap the area of the map's sources. */
function useIsOutside(map: MapLibre, style: StyleSpecification): boolean {
  const [isOutside, setOutside] = useState(false)
  useEffect(() => {
    const appearance = () => {
      const covered = Object.values(style.sources).flatMap((source) =>
        'bounds' in source && source.bounds ? [LngLatBounds.convert(source.bounds)] : [],
      )
      const view = map.getBounds()
      const touches = covered.some(
        (bounds) =>
          bounds.getWest() < view.getEast() &&
          bounds.getEast() > view.getWest() &&
          bounds.getSouth() < view.getNorth() &&
          bounds.getNorth() > view.getSouth(),
      )
      setOutside(covered.length > 0 && map.getZoom() >= NEAR_ZOOM && !touches)
    }
    appearance()
    map.on('moveend', appearance)
    return () => {
      map.off('moveend', appearance)
    }
  }, [map, style])
  return isOutside
}
