import { metresBetween, type Point } from '@dispecerat/domain/kernel/geo'
import { z } from 'zod'
import { boxAround } from './find-entries.ts'
import type { Geocoder, SuggestOptions } from './geocoding.ts'
import { found, foundIn, isRomanian, type OsmPlace } from './osm-place.ts'
import { requestProvider } from './request-provider.ts'

const REVERSE_METRES = 250
/** More than needed, because other countries and objects without a name are left out afterwards. */
const MAX_RESULTS = 20
const AT_THE_POINT = 10
const Text = z.string().max(300).nullish()

const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  properties: z.object({
    osm_type: z.enum(['N', 'W', 'R']),
    osm_id: z.number().int(),
    osm_key: Text,
    osm_value: Text,
    name: Text,
    street: Text,
    housenumber: Text,
    countrycode: Text,
    city: Text,
    district: Text,
    locality: Text,
  }),
})
const Answer = z.object({ features: z.array(z.unknown()).max(200) })

/** The id contains the point, since Photon finds nothing by an id alone. */
const PLACE_ID = /^photon_([NWR]\d{1,15})_(-?\d{1,3}\.\d{5})_(-?\d{1,3}\.\d{5})$/

/**
 * Photon (komoot) over HTTP at `baseUrl`. Its search takes text and places only in the URL, which is
 * sent to this machine alone. Throws when it is slow, down, or replies anything else.
 */
export function photonGeocoder(baseUrl: string): Geocoder {
  const requestPlaces = async (path: string, params: Record<string, string>): Promise<OsmPlace[]> => {
    const url = new URL(`${baseUrl.replace(/\/$/, '')}/${path}`)
    for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value)
    const { features } = await requestProvider({ url }, Answer)
    return features.flatMap((feature) => {
      const read = Feature.safeParse(feature)
      return read.success ? [placeOf(read.data)] : []
    })
  }
  const around = ({ lat, long }: Point, limit: number) =>
    requestPlaces('reverse', { lat: lat.toFixed(6), lon: long.toFixed(6), limit: String(limit) })
  return {
    suggest: async (input, options) => foundIn(await requestPlaces('api', questionOf(input, options)), options),
    async details(placeId) {
      const [, id, lat, long] = PLACE_ID.exec(placeId) ?? []
      if (id === undefined) return null
      const places = await around({ lat: Number(lat), long: Number(long) }, AT_THE_POINT)
      const same = places.find((place) => place.placeId.startsWith(`photon_${id}_`))
      return same ? found(same) : null
    },
    async reverse(point) {
      const places = await around(point, 1)
      const [near] = places.filter((place) => isRomanian(place) && metresBetween(place, point) <= REVERSE_METRES)
      return near ? found(near) : null
    },
  }
}

function questionOf(input: string, { centre, radiusMetres }: SuggestOptions): Record<string, string> {
  const { west, south, east, north } = boxAround(centre, radiusMetres)
  const bbox = [west, south, east, north].map((degrees) => degrees.toFixed(5)).join(',')
  return { q: input, limit: String(MAX_RESULTS), lat: centre.lat.toFixed(5), lon: centre.long.toFixed(5), bbox }
}

function placeOf({ geometry, properties: p }: z.output<typeof Feature>): OsmPlace {
  const [long, lat] = geometry.coordinates
  return {
    placeId: `photon_${p.osm_type}${p.osm_id}_${lat.toFixed(5)}_${long.toFixed(5)}`,
    lat,
    long,
    country: p.countrycode ?? null,
    name: p.name ?? null,
    street: p.street ?? null,
    number: p.housenumber ?? null,
    locality: p.city ?? p.district ?? p.locality ?? null,
    tag: [p.osm_key ?? '', p.osm_value ?? ''],
  }
}
