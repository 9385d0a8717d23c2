import { geocodePlace, readPlaceDetails, readPlaceDetailsNew } from '@dispecerat/contract/geography/addresses'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'

const BUDGET_MS = 1500
const FIELDS = 'geometry,formatted_address,address_components,name'

/**
 * Coordinates from the details of a suggestion of the newer service; the request ends the search session. Null when
 * no reply comes in 1.5 s or `left` is aborted: then the suggestion's own coordinates are used.
 */
export async function newerPlacePoint(
  placeId: string,
  sessionToken: string,
  left: AbortSignal,
): Promise<{ lat: number; long: number } | null> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(BUDGET_MS)])
  try {
    const { location } = await request(
      readPlaceDetailsNew,
      { params: { id: placeId }, query: { sessionToken } },
      { signal },
    )
    return { lat: location.latitude, long: location.longitude }
  } catch {
    return null
  }
}

/** Name and coordinates of a suggestion of the older service; falls back to the geocoder when the details fail. */
export async function olderPlacePoint(
  placeId: string,
  sessionToken: string,
): Promise<{ name: string; lat: number; long: number }> {
  const place = await details(placeId, sessionToken).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) throw error
    return geocoded(placeId)
  })
  const { lat, lng } = place.geometry.location
  return { name: place.name, lat, long: lng }
}

async function details(placeId: string, sessionToken: string) {
  const query = { place_id: placeId, fields: FIELDS, language: 'ro', sessiontoken: sessionToken }
  return (await request(readPlaceDetails, { query })).result
}

async function geocoded(placeId: string) {
  const [place] = (await request(geocodePlace, { query: { place_id: placeId } })).results
  if (!place) throw new ApiError(404, {})
  return place
}
