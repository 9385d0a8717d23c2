import { isInRomania } from '@dispecerat/domain/geography/romania'
import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import type { FoundPlace, Precision, SuggestOptions } from './geocoding.ts'

/** An object of OpenStreetMap as a geocoder over its data returns it. */
export interface OsmPlace extends Point {
  placeId: string
  /** ISO code of its country, any case; null when it is missing. */
  country: string | null
  name: string | null
  street: string | null
  number: string | null
  locality: string | null
  /** 'highway=residential' is [highway, residential]. */
  tag: readonly [key: string, value: string]
}

/** Places of Romania within the radius, named as our own index would name them; objects without any name are left out. */
export function foundIn(places: readonly OsmPlace[], { centre, radiusMetres, limit }: SuggestOptions): FoundPlace[] {
  return places
    .filter((place) => isRomanian(place) && metresBetween(place, centre) <= radiusMetres)
    .flatMap((place) => found(place) ?? [])
    .slice(0, limit)
}

export function isRomanian(place: OsmPlace): boolean {
  return isInRomania(place) && (place.country === null || place.country.toLowerCase() === 'ro')
}

/** Null for an object that has no name and no street. */
export function found(place: OsmPlace): FoundPlace | null {
  const { placeId, lat, long, number, locality } = place
  const isStreet = place.tag[0] === 'highway' && place.tag[1] !== 'bus_stop'
  const street = place.street ?? (isStreet ? place.name : null)
  const door = [street, number].filter(Boolean).join(' ')
  const own = isStreet ? null : place.name
  const shown = own && door ? `${own} (${door})` : own || door
  if (!shown) return null
  const name = [shown, locality === shown ? null : locality].filter(Boolean).join(', ')
  const kind = isStreet || (!own && street) ? 'street' : kindOf(place.tag)
  return { placeId, name, kind, lat, long, parts: { street, number, locality }, precision: precisionOf(kind, number) }
}

function kindOf([key, value]: OsmPlace['tag']): FoundPlace['kind'] {
  if (key === 'highway' || key === 'public_transport') return 'stop'
  if (key !== 'place' && key !== 'boundary') return 'place'
  return ['suburb', 'neighbourhood', 'quarter'].includes(value) ? 'suburb' : 'locality'
}

function precisionOf(kind: FoundPlace['kind'], number: string | null): Precision {
  if (number !== null) return 'rooftop'
  if (kind === 'street') return 'street'
  return kind === 'locality' || kind === 'suburb' ? 'locality' : 'place'
}
