import type { SuggestedPlace, searchPlaces } from '@dispecerat/contract/geography/addresses'
import type { ReplyOf } from '@dispecerat/contract/kernel/endpoint'

/** A chosen address, from whichever list. */
export interface ChosenPlace {
  name: string
  lat: number
  long: number
  placeId: string | null
  bloc: string | null
  scara: string | null
  reper: string | null
  comment: string | null
}
export type SavedPlace = ChosenPlace & { id: number }

export interface Suggestion extends Omit<ChosenPlace, 'lat' | 'long'> {
  key: string
  kind: 'saved' | 'internal' | 'found'
  /** Null until the details are loaded. */
  point: { lat: number; long: number } | null
  /** Id for a deletion; null when the address cannot be deleted. */
  savedId: number | null
}

export function savedSuggestion({ id, lat, long, ...place }: SavedPlace): Suggestion {
  return { ...place, key: `saved-${id}`, kind: 'saved', point: { lat, long }, savedId: id }
}

export function newerSuggestion({
  placeId,
  is_internal,
  lat,
  lng,
  name,
  bloc,
  scara,
  reper,
  comment,
}: SuggestedPlace): Suggestion {
  return {
    /* Cached addresses served while the geocoder is unavailable may have no id. */
    key: placeId || `${name}@${lat},${lng}`,
    kind: is_internal ? 'internal' : 'found',
    point: lat === null || lng === null ? null : { lat, long: lng },
    savedId: null,
    placeId: placeId || null,
    name,
    bloc,
    scara,
    reper,
    comment,
  }
}

type Prediction = ReplyOf<typeof searchPlaces>['predictions'][number]

export function olderSuggestion({ place_id, description, is_internal, ...door }: Prediction): Suggestion {
  return {
    ...door,
    key: place_id,
    kind: is_internal ? 'internal' : 'found',
    point: null,
    savedId: null,
    placeId: place_id,
    name: description,
  }
}
