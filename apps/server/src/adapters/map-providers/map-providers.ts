import type { MapProviderView } from '@dispecerat/contract/geography/map-config'
import type { GeocoderConfig } from '../../platform/config/config.ts'
import type { MapsConfig } from '../../platform/config/config-maps.ts'
import { type MapProviderKind, mapsMayBeMixed, NOT_WITH_GOOGLE_ADDRESSES } from '../../platform/config/map-terms.ts'
import type { Clock } from '../../platform/lifecycle/clock.ts'
import type { Scheme } from '../tiles/map-colours.ts'
import { attributionHtml } from '../tiles/map-style.ts'
import type { MapInfo } from '../tiles/tiles.ts'
import { GoogleSessions } from './google-session.ts'
import { type PicturesStyle, picturesStyle } from './pictures-style.ts'

const NO_GOOGLE_KEY = 'Harta Google nu este configurată: lipsește cheia'
const NO_MAP = 'Harta nu este încărcată'

interface Wiring {
  maps: MapsConfig
  geocoder: GeocoderConfig['kind']
  clock: Clock
}

/** The maps that can be chosen in the console, ours first. */
export class MapProviders {
  readonly #maps: MapsConfig
  readonly #geocoder: GeocoderConfig['kind']
  readonly #google: GoogleSessions | null

  constructor({ maps, geocoder, clock }: Wiring) {
    this.#maps = maps
    this.#geocoder = geocoder
    this.#google = maps.google ? new GoogleSessions({ ...maps.google, clock }) : null
  }

  /** `info` is of our own map, null while none was ever loaded. */
  list(info: MapInfo | null): MapProviderView[] {
    const { raster, style, google } = this.#maps
    const own = info ? attributionHtml(info) : ''
    const noMap = info ? null : NO_MAP
    const listed: (MapProviderView | null)[] = [
      this.#view('embedded', { id: 'osm', label: 'OSM', kind: 'vector', attribution: own }, noMap),
      this.#view('embedded', { id: 'osm-raster', label: 'OSM imagini', kind: 'raster', attribution: own }, noMap),
      raster
        ? this.#view('raster', { id: 'raster', label: raster.name, kind: 'raster', attribution: raster.attribution })
        : null,
      style
        ? {
            ...this.#view('style', { id: 'style', label: style.name, kind: 'vector', attribution: '' }),
            style: { light: style.light, dark: style.dark },
          }
        : null,
      this.#view('google', GOOGLE, google ? null : NO_GOOGLE_KEY),
    ]
    return listed.filter((provider) => provider !== null)
  }

  /** The style of the operator's pictures; null when none are configured. */
  pictures(scheme: Scheme, origin: string): PicturesStyle | null {
    const { raster } = this.#maps
    if (!raster) return null
    const { url, key, attribution, maxZoom, tileSize } = raster
    const tiles = key === null ? url : `${origin}/tiles/pictures/{z}/{x}/{y}`
    return picturesStyle({ tiles, attribution, maxZoom, tileSize, scheme, isTinted: scheme === 'dark' })
  }

  /** The style of Google's tiles; null without a key. Throws when Google returns no session. */
  async google(scheme: Scheme): Promise<PicturesStyle | null> {
    const { google } = this.#maps
    if (!google || !this.#google) return null
    const { token, tileWidth } = await this.#google.session(scheme)
    const pass = `session=${encodeURIComponent(token)}&key=${encodeURIComponent(google.key)}`
    return {
      // High-resolution tiles are drawn at half their pixels.
      ...picturesStyle({
        tiles: `${google.url}/v1/2dtiles/{z}/{x}/{y}?${pass}`,
        attribution: '',
        maxZoom: 22,
        tileSize: tileWidth / 2,
        scheme,
        isTinted: false,
      }),
      metadata: { copyright_url: `${google.url}/tile/v1/viewport?${pass}` },
    }
  }

  #view(
    kind: MapProviderKind,
    provider: Pick<MapProviderView, 'id' | 'label' | 'kind' | 'attribution'>,
    whyNot: string | null = null,
  ): MapProviderView {
    const refused = mapsMayBeMixed({ geocoder: this.#geocoder, mapProviders: [kind] })
      ? null
      : NOT_WITH_GOOGLE_ADDRESSES
    const why = refused ?? whyNot
    const style = (scheme: Scheme) => `/tiles/styles/${provider.id}.json?scheme=${scheme}`
    return {
      ...provider,
      style: { light: style('light'), dark: style('dark') },
      is_available: why === null,
      why_not: why,
    }
  }
}

const GOOGLE = { id: 'google', label: 'Google', kind: 'google', attribution: '' } as const

/** Other origins whose maps browsers request themselves: the content security policy names exactly these. */
export function mapOrigins({ raster, style, google }: MapsConfig): string[] {
  const addresses = [raster && raster.key === null ? raster.url : null, style?.light, style?.dark, google?.url]
  return [...new Set(addresses.flatMap((address) => (address ? [new URL(address).origin] : [])))]
}
