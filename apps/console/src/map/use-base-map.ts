import { Map as MapLibre, NavigationControl, type StyleSpecification } from 'maplibre-gl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { mapProviderMessages as messages } from '../text/map-provider-messages.ts'
import { ro } from '../text/ro.ts'
import { swapBase, takeAsBase, watchBase } from './base-map.ts'
import { groundStyle, loadStyle, type Scheme } from './load-style.ts'
import { type Drawn, drawnOf, loadProviders, markSilent, useMapProvider } from './map-provider.ts'
import { prefersReducedMotion } from './reduced-motion.ts'

export interface View {
  lat: number
  long: number
  zoom: number
}

export interface BaseMap {
  /** Null until its style has loaded. */
  map: MapLibre | null
  /** Incremented when added layers were lost and have to be added again. */
  life: number
  trouble: string | null
  /** The provider whose style is shown. */
  shown: string | null
  style: StyleSpecification | null
}

/** Google's tiles need a session, which the server renews a day before it expires. */
const RENEW_MS = 6 * 3_600_000
const OWN = 'osm'
/** Duration of the fade of labels; MapLibre's default. */
const FADE_MS = 300

/** One map while its element is mounted; provider and scheme change below the added layers. */
export function useBaseMap(place: RefObject<HTMLElement | null>, scheme: Scheme, start: View): BaseMap {
  const made = useRef<MapLibre | null>(null)
  const first = useRef(start)
  const [state, setState] = useState<BaseMap>({ map: null, life: 0, trouble: null, shown: null, style: null })
  const { providers, chosen, silent } = useMapProvider()
  const drawn = drawnOf({ providers, chosen, silent })
  const [renewed, setRenewed] = useState(0)
  const id = drawn === null ? undefined : (drawn.provider?.id ?? null)

  useEffect(loadProviders, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the provider, which is a new object each time
  useEffect(() => {
    if (!drawn) return
    let isOver = false
    let unwatch = () => {}
    void styleOf(drawn, scheme).then((found) => {
      if (isOver || !place.current) return
      if (found === 'silent') {
        markSilent(id ?? OWN)
        return
      }
      const { style, trouble } = found
      const fresh = made.current === null
      try {
        if (made.current) swapBase(made.current, style)
        else made.current = makeMap(place.current, style, first.current)
      } catch {
        setState((before) => ({ ...before, trouble: ro.map.unavailable }))
        return
      }
      const map = made.current
      if (fresh) onStyles(map, setState)
      setState((before) => ({ ...before, trouble, shown: id ?? null, style }))
      if (id !== OWN && id) unwatch = watchBase(map, () => markSilent(id))
    })
    const renew = id === 'google' ? setInterval(() => setRenewed((times) => times + 1), RENEW_MS) : undefined
    return () => {
      isOver = true
      unwatch()
      clearInterval(renew)
    }
  }, [scheme, id, renewed, drawn?.instead])

  useEffect(
    () => () => {
      setState((before) => ({ ...before, map: null }))
      made.current?.remove()
      made.current = null
    },
    [],
  )
  return state
}

/** A style that could not be changed in place was built anew, which removed the added layers. */
function onStyles(map: MapLibre, setState: (change: (before: BaseMap) => BaseMap) => void): void {
  /* Not 'load', which waits for every tile of the first view. */
  map.once('style.load', () => {
    setState((before) => ({ ...before, map }))
    let of = map.style
    map.on('style.load', () => {
      if (map.style === of) return
      of = map.style
      setState((before) => ({ ...before, life: before.life + 1 }))
    })
  })
}

async function styleOf(
  { provider, instead }: Drawn,
  scheme: Scheme,
): Promise<{ style: StyleSpecification; trouble: string | null } | 'silent'> {
  const without = {
    style: groundStyle(scheme),
    trouble: instead ? messages.silentAndAlone(instead) : ro.map.noBackground,
  }
  if (provider === null) return without
  try {
    return { style: await loadStyle(provider.style[scheme]), trouble: instead ? messages.silent(instead) : null }
  } catch {
    return provider.id === OWN ? without : 'silent'
  }
}

function makeMap(container: HTMLElement, style: StyleSpecification, view: View): MapLibre {
  const map = new MapLibre({
    container,
    style,
    center: [view.long, view.lat],
    zoom: view.zoom,
    attributionControl: { compact: false },
    fadeDuration: prefersReducedMotion() ? 0 : FADE_MS,
    dragRotate: false,
    pitchWithRotate: false,
    /* A provider may restrict its key to this site's origin. */
    transformRequest: (url) => ({
      url,
      referrerPolicy: url.startsWith(window.location.origin) ? 'no-referrer' : 'origin',
    }),
    locale: {
      'NavigationControl.ZoomIn': 'Apropie',
      'NavigationControl.ZoomOut': 'Depărtează',
      'Map.Title': 'Hartă',
      'Popup.Close': 'Închide',
    },
  })
  takeAsBase(map, style)
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  return map
}
