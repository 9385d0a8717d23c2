/*
 * Address search for every form: the company's own places, then the geocoder. Owns internal_places. Records no events.
 */
import type { Geocoder } from '../providers/geocoding/geocoding.ts'

export { type AddressServer, searchAddresses } from './address-search.ts'

/** `addresses`: a geocoder beside the house is away and our own map answers; with the embedded one there is nothing to say. */
export function addressHealthChecks({ isWell }: Geocoder): Record<string, 'ok' | 'degraded'> {
  return isWell ? { addresses: isWell() ? 'ok' : 'degraded' } : {}
}
