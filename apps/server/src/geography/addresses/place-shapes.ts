import type { GoogleShapedPlace } from '@dispecerat/contract/geography/addresses'
import type { FoundPlace } from '../../adapters/geocoding/geocoding.ts'

/** The shape of the older address calls. */
export function asGoogleShaped({ placeId, name, lat, long, parts }: FoundPlace): GoogleShapedPlace {
  const components: [text: string | null, type: string][] = [
    [parts.number, 'street_number'],
    [parts.street, 'route'],
    [parts.locality, 'locality'],
    ['România', 'country'],
  ]
  return {
    place_id: placeId,
    name,
    formatted_address: name,
    address_components: components.flatMap(([text, type]) =>
      text === null ? [] : [{ long_name: text, short_name: type === 'country' ? 'RO' : text, types: [type] }],
    ),
    geometry: { location: { lat, lng: long } },
  }
}
