import type { Point } from '@dispecerat/domain/kernel/geo'
import type { FoundPlace } from '../../adapters/geocoding/geocoding.ts'
import type { AddressServer } from './address-search.ts'
import { fromGeocoder } from './time-limit.ts'

/** The nearest known address of a point; null when none is near. */
export function placeAt(server: AddressServer, point: Point): Promise<FoundPlace | null> {
  return fromGeocoder(server.geocoder.reverse(point))
}
