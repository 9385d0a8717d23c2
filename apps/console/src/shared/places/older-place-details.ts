import { geocodePlace, readPlaceDetails } from '@dispecerat/contract/geography/addresses'
import { ApiError } from '../../api/api-error.ts'
import { request } from '../../api/request.ts'

const FIELDS = 'geometry,formatted_address,address_components,name'

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
