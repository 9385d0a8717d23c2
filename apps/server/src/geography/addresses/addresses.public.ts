/*
 * Address search for every form: the company's own places, then the geocoder. Owns internal_places. Records no events.
 */
import type { Geocoder } from '../../adapters/geocoding/geocoding.ts'

export { type AddressServer, searchAddresses } from './address-search.ts'

/** `addresses`: reports an unreachable external geocoder, whose searches our own map serves; nothing for the embedded one. */
export function addressHealthChecks({ isWell }: Geocoder): Record<string, 'ok' | 'degraded'> {
  return isWell ? { addresses: isWell() ? 'ok' : 'degraded' } : {}
}
