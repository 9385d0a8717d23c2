import { type MapProviderView, readMapConfig } from '@dispecerat/contract/geography/map-config'
import { create } from 'zustand'
import { request } from '../api/request.ts'

const STORAGE_KEY = 'dispecerat.mapProvider'
const OWN = 'osm'

interface MapProviders {
  /** Our own first; null until the server has replied. */
  providers: readonly MapProviderView[] | null
  /** The provider chosen in this browser; our own map by default. */
  chosen: string
  /** Providers that did not reply; each is skipped until it is chosen again. */
  silent: ReadonlySet<string>
  choose(id: string): void
}

/** The provider of the base map, the same on every screen of this browser. */
export const useMapProvider = create<MapProviders>((set) => ({
  providers: null,
  chosen: localStorage.getItem(STORAGE_KEY) ?? OWN,
  silent: new Set(),
  choose(id) {
    localStorage.setItem(STORAGE_KEY, id)
    set(({ silent }) => ({ chosen: id, silent: new Set([...silent].filter((one) => one !== id)) }))
  },
}))

window.addEventListener('storage', (event) => {
  if (event.key === STORAGE_KEY) useMapProvider.setState({ chosen: event.newValue ?? OWN })
})

let pending: Promise<void> | null = null

/** Requests the available providers once; after a failure our own map is used, and the next map requests them again. */
export function loadProviders(): void {
  if (pending !== null) return
  pending = request(readMapConfig)
    .then(({ data }) => useMapProvider.setState({ providers: data }))
    .catch(() => {
      pending = null
      useMapProvider.setState(({ providers }) => ({ providers: providers ?? [] }))
    })
}

/** Called by a map whose provider did not reply. */
export function markSilent(id: string): void {
  useMapProvider.setState(({ silent }) => ({ silent: new Set([...silent, id]) }))
}

/** The provider that is drawn; `instead` is the chosen one that did not reply. */
export interface Drawn {
  provider: Pick<MapProviderView, 'id' | 'label' | 'style'> | null
  instead: string | null
}

const OWN_STYLE = { light: '/tiles/styles/osm.json?scheme=light', dark: '/tiles/styles/osm.json?scheme=dark' }

/** Null until the server has replied. */
export function drawnOf({
  providers,
  chosen,
  silent,
}: Pick<MapProviders, 'providers' | 'chosen' | 'silent'>): Drawn | null {
  if (providers === null) return null
  if (providers.length === 0) return { provider: { id: OWN, label: 'OSM', style: OWN_STYLE }, instead: null }
  const available = providers.filter(({ is_available }) => is_available)
  const wanted = available.find(({ id }) => id === chosen) ?? available[0]
  if (!wanted || !silent.has(wanted.id)) return { provider: wanted ?? null, instead: null }
  const own = available.find(({ id }) => id === OWN)
  return { provider: own ?? null, instead: wanted.label }
}
