import type { GeocoderConfig } from '../config.ts'

/** Who draws a map: ourselves, a host of pictures, a host of vector styles, Google. */
export type MapProviderKind = 'embedded' | 'raster' | 'style' | 'google'

/**
 * Google's terms: what its Places service suggests may be shown on a map only if the map is Google's too. Other
 * suggestions may stand on any map.
 */
export function mapsMayBeMixed(wanted: {
  geocoder: GeocoderConfig['kind']
  mapProviders: readonly MapProviderKind[]
}): boolean {
  if (wanted.geocoder !== 'google') return true
  return wanted.mapProviders.every((kind) => kind === 'google')
}

/** Said where the switch refuses a map. */
export const NOT_WITH_GOOGLE_ADDRESSES = 'Adresele Google se pot arăta numai pe harta Google'
