import { DomainError } from '@dispecerat/domain/kernel/errors'
import type { FoundPlace } from '../../adapters/geocoding/geocoding.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { AddressServer } from './address-search.ts'
import { internalPlace } from './internal-places.store.ts'
import { fromGeocoder } from './time-limit.ts'

/** The place of a suggestion's id; `place.unknown` for unknown ids and those of another company. */
export async function findPlace(
  server: AddressServer,
  actor: Actor,
  placeId: string,
  sessionToken: string | null,
): Promise<FoundPlace> {
  const ownId = readInternalId(placeId)
  if (ownId === null) {
    const found = await fromGeocoder(server.geocoder.details(placeId, sessionToken))
    if (!found) throw new DomainError('place.unknown')
    return found
  }
  const place = await internalPlace(server.db, actor.scope, ownId)
  if (!place) throw new DomainError('place.unknown')
  const parts = { street: null, number: null, locality: null }
  return { placeId, name: place.name, lat: place.lat, long: place.lng, precision: 'place', kind: 'place', parts }
}

/** 'int_12' → 12; null for an id of the geocoder. */
export function readInternalId(placeId: string): number | null {
  const match = /^int_(\d{1,15})$/.exec(placeId)
  return match ? Number(match[1]) : null
}
