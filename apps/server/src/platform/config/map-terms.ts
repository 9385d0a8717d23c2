import type { GeocoderConfig } from './config.ts'

/** The renderer of a map: our own, a host of pictures, a host of vector styles, Google. */
export type MapProviderKind = 'embedded' | 'raster' | 'style' | 'google'

/**
 * Google's terms: suggestions of its Places service may be shown only on a map of Google. Other
 * suggestions may be shown on any map.
 */
export function mapsMayBeMixed(wanted: {
  geocoder: GeocoderConfig['kind']
  mapProviders: readonly MapProviderKind[]
}): boolean {
  if (wanted.geocoder !== 'google') return true
  return wanted.mapProviders.every((kind) => kind === 'google')
}

/** Shown where the switch disables a map. */
export const NOT_WITH_GOOGLE_ADDRESSES = 'Adresele Google se pot arăta numai pe harta Google'
