import { isInRomania } from '@dispecerat/domain/geography/romania'
import { z } from 'zod'
import type { FoundPlace, Geocoder, Precision, Suggestion, SuggestOptions } from './geocoding.ts'
import { requestProvider, UnknownThere } from './request-provider.ts'

/** Google refuses a wider circle. */
const MAX_RADIUS_METRES = 50_000
/** Session tokens that Google accepts; another token is left out, and the requests are billed one by one. */
const SESSION = /^[\w-]{1,36}$/
const PLACE_ID = /^[\w-]{10,180}$/
const FIELDS = 'id,displayName,formattedAddress,location,addressComponents,types'
const Words = z.object({ text: z.string().max(500) })
const Types = z.array(z.string().max(60)).max(50).default([])

const Prediction = z.object({
  placePrediction: z.object({ placeId: z.string().regex(PLACE_ID), text: Words, types: Types }),
})
const Predictions = z.object({ suggestions: z.array(z.unknown()).max(100).default([]) })
const Component = z.object({ longText: z.string().max(200), types: Types })
const Place = z.object({
  id: z.string().regex(PLACE_ID),
  displayName: Words.optional(),
  formattedAddress: z.string().max(500).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
  addressComponents: z.array(Component).max(50).default([]),
  types: Types,
})

/**
 * Google Places (New). Its suggestions have no coordinates: their details do, and end the session. Streets under a pin are
 * not requested from it (another service, billed separately). Throws when it is slow, down, refuses the key, or replies anything else.
 */
export function googleGeocoder(baseUrl: string, key: string): Omit<Geocoder, 'reverse'> {
  const base = baseUrl.replace(/\/$/, '')
  const headers = { 'x-goog-api-key': key }
  return {
    async suggest(input, options) {
      const url = new URL(`${base}/v1/places:autocomplete`)
      const body = questionOf(input, options)
      const { suggestions } = await requestProvider({ url, method: 'POST', headers, body }, Predictions)
      return suggestions.flatMap(suggestionsOf).slice(0, options.limit)
    },
    async details(placeId, sessionToken) {
      if (!PLACE_ID.test(placeId)) return null
      const url = new URL(`${base}/v1/places/${placeId}`)
      url.searchParams.set('languageCode', 'ro')
      if (isSession(sessionToken)) url.searchParams.set('sessionToken', sessionToken)
      try {
        return placeOf(await requestProvider({ url, headers: { ...headers, 'x-goog-fieldmask': FIELDS } }, Place))
      } catch (error) {
        if (error instanceof UnknownThere) return null
        throw error
      }
    },
  }
}

function questionOf(input: string, { centre, radiusMetres, sessionToken }: SuggestOptions) {
  const center = { latitude: centre.lat, longitude: centre.long }
  const circle = { center, radius: Math.min(radiusMetres, MAX_RADIUS_METRES) }
  const session = isSession(sessionToken) ? { sessionToken } : {}
  // Google restricts by no larger circle, so a search of the country is only biased towards the centre.
  const within = radiusMetres > MAX_RADIUS_METRES ? { locationBias: { circle } } : { locationRestriction: { circle } }
  return { input, languageCode: 'ro', includedRegionCodes: ['ro'], ...within, ...session }
}

function isSession(token: string | null): token is string {
  return token !== null && SESSION.test(token)
}

function suggestionsOf(suggestion: unknown): Suggestion[] {
  const read = Prediction.safeParse(suggestion)
  if (!read.success) return []
  const { placeId, text, types } = read.data.placePrediction
  const name = text.text.replace(/, Rom[âa]nia$/, '')
  const parts = { street: null, number: null, locality: null }
  return [{ placeId, name, lat: null, long: null, parts, kind: kindOf(types), precision: precisionOf(types) }]
}

/** Null for a place abroad. */
function placeOf(place: z.output<typeof Place>): FoundPlace | null {
  const point = { lat: place.location.latitude, long: place.location.longitude }
  if (!isInRomania(point)) return null
  const part = (type: string) => place.addressComponents.find(({ types }) => types.includes(type))?.longText ?? null
  const address = (place.formattedAddress ?? '').replace(/,? \d{6}/, '').replace(/, Rom[âa]nia$/, '')
  const own = place.displayName?.text ?? ''
  const isDoor = kindOf(place.types) === 'street' || own === '' || address.startsWith(own)
  return {
    placeId: place.id,
    name: isDoor ? address || own : `${own} (${address})`,
    kind: kindOf(place.types),
    parts: { street: part('route'), number: part('street_number'), locality: part('locality') },
    precision: precisionOf(place.types),
    ...point,
  }
}

function kindOf(types: readonly string[]): FoundPlace['kind'] {
  if (['route', 'street_address', 'premise', 'subpremise', 'intersection'].some((type) => types.includes(type)))
    return 'street'
  if (types.includes('neighborhood') || types.includes('sublocality')) return 'suburb'
  if (types.includes('locality')) return 'locality'
  return types.includes('bus_station') || types.includes('transit_station') ? 'stop' : 'place'
}

function precisionOf(types: readonly string[]): Precision {
  if (['street_address', 'premise', 'subpremise'].some((type) => types.includes(type))) return 'rooftop'
  if (types.includes('route')) return 'street'
  return types.includes('locality') ? 'locality' : 'place'
}
