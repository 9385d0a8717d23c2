import { metresBetween } from '@dispecerat/domain/kernel/geo'
import { z } from 'zod'
import { boxAround } from './find-entries.ts'
import type { Geocoder, SuggestOptions } from './geocoding.ts'
import { found, foundIn, isRomanian, type OsmPlace } from './osm-place.ts'
import { requestProvider } from './request-provider.ts'

const REVERSE_METRES = 250
const MAX_RESULTS = 20
const Text = z.string().max(300).nullish()
const Degrees = z
  .string()
  .max(30)
  .regex(/^-?\d+(\.\d+)?$/)
  .transform(Number)

const Item = z.object({
  osm_type: z.enum(['node', 'way', 'relation']),
  osm_id: z.number().int(),
  lat: Degrees,
  lon: Degrees,
  category: Text,
  type: Text,
  name: Text,
  address: z
    .object({
      house_number: Text,
      road: Text,
      pedestrian: Text,
      country_code: Text,
      city: Text,
      town: Text,
      village: Text,
      hamlet: Text,
      municipality: Text,
    })
    .nullish(),
})
const Items = z.array(z.unknown()).max(200)
const PLACE_ID = /^nominatim_([NWR]\d{1,15})$/
const LETTERS = { node: 'N', way: 'W', relation: 'R' } as const

/** Nominatim over HTTP at `baseUrl`, a machine of the operator: the public one forbids suggestions. Throws as Photon does. */
export function nominatimGeocoder(baseUrl: string): Geocoder {
  const urlOf = (path: string, params: Record<string, string>): URL => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/${path}`)
    const always = { format: 'jsonv2', addressdetails: '1', 'accept-language': 'ro' }
    for (const [key, value] of Object.entries({ ...always, ...params })) url.searchParams.set(key, value)
    return url
  }
  const list = async (path: string, params: Record<string, string>): Promise<OsmPlace[]> =>
    (await requestProvider({ url: urlOf(path, params) }, Items)).flatMap(placesOf)
  return {
    suggest: async (input, options) => foundIn(await list('search', questionOf(input, options)), options),
    async details(placeId) {
      const id = PLACE_ID.exec(placeId)?.[1]
      const [place] = id === undefined ? [] : await list('lookup', { osm_ids: id })
      return place ? found(place) : null
    },
    async reverse(point) {
      const params = { lat: point.lat.toFixed(6), lon: point.long.toFixed(6), zoom: '18' }
      const [place] = placesOf(await requestProvider({ url: urlOf('reverse', params) }, z.unknown()))
      const isNear = place && isRomanian(place) && metresBetween(place, point) <= REVERSE_METRES
      return isNear ? found(place) : null
    },
  }
}

function questionOf(input: string, { centre, radiusMetres }: SuggestOptions): Record<string, string> {
  const { west, south, east, north } = boxAround(centre, radiusMetres)
  const viewbox = [west, north, east, south].map((degrees) => degrees.toFixed(5)).join(',')
  return { q: input, countrycodes: 'ro', viewbox, bounded: '1', limit: String(MAX_RESULTS) }
}

function placesOf(item: unknown): OsmPlace[] {
  const read = Item.safeParse(item)
  if (!read.success) return []
  const { osm_type, osm_id, lat, lon, category, type, name, address } = read.data
  return [
    {
      placeId: `nominatim_${LETTERS[osm_type]}${osm_id}`,
      lat,
      long: lon,
      country: address?.country_code ?? null,
      name: name || null,
      street: address?.road ?? address?.pedestrian ?? null,
      number: address?.house_number ?? null,
      locality: address?.city ?? address?.town ?? address?.village ?? address?.hamlet ?? address?.municipality ?? null,
      tag: [category ?? '', type ?? ''],
    },
  ]
}
