import type { ErrorEvent, Map as MapLibre, MapSourceDataEvent, StyleSpecification } from 'maplibre-gl'

interface Base {
  layers: ReadonlySet<string>
  sources: ReadonlySet<string>
}

/** Layers and sources of each map's base style; all others were added to it. */
const bases = new WeakMap<MapLibre, Base>()

function baseOf({ layers, sources }: StyleSpecification): Base {
  return { layers: new Set(layers.map(({ id }) => id)), sources: new Set(Object.keys(sources)) }
}

/** Records the style a map was created with. */
export function takeAsBase(map: MapLibre, style: StyleSpecification): void {
  bases.set(map, baseOf(style))
}

/** Replaces the base style; added layers and the view stay. */
export function swapBase(map: MapLibre, style: StyleSpecification): void {
  const before = bases.get(map) ?? baseOf({ version: 8, layers: [], sources: {} })
  bases.set(map, baseOf(style))
  map.setStyle(style, {
    transformStyle: (shown, next) => {
      if (!shown) return next
      const sources = Object.entries(shown.sources).filter(([id]) => !before.sources.has(id))
      return {
        ...next,
        sources: { ...next.sources, ...Object.fromEntries(sources) },
        layers: [...next.layers, ...shown.layers.filter(({ id }) => !before.layers.has(id))],
      }
    },
  })
}

const FIRST_PICTURE_MS = 8000
const FAILURES = { atFirst: 3, later: 12 }

/** Watches the tiles of the base style: calls `failed` once when they are refused, are no images, or do not arrive. */
export function watchBase(map: MapLibre, failed: () => void): () => void {
  const sources = bases.get(map)?.sources ?? new Set()
  let [requested, good, bad] = [0, 0, 0]
  const onLoading = ({ sourceId, tile }: MapSourceDataEvent) => {
    if (sources.has(sourceId) && tile) requested += 1
  }
  const onData = ({ sourceId, tile }: MapSourceDataEvent) => {
    if (!sources.has(sourceId) || !tile?.hasData()) return
    good += 1
    bad = 0
  }
  const onError = (event: ErrorEvent & { sourceId?: string }) => {
    if (event.sourceId === undefined || !sources.has(event.sourceId)) return
    bad += 1
    if (bad >= (good === 0 ? FAILURES.atFirst : FAILURES.later)) end(true)
  }
  const timer = setTimeout(() => {
    if (requested > 0 && good === 0) end(true)
  }, FIRST_PICTURE_MS)
  map.on('sourcedataloading', onLoading)
  map.on('sourcedata', onData)
  map.on('error', onError)
  function end(hasFailed: boolean) {
    clearTimeout(timer)
    map.off('sourcedataloading', onLoading)
    map.off('sourcedata', onData)
    map.off('error', onError)
    if (hasFailed) failed()
  }
  return () => end(false)
}
