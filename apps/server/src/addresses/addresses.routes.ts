import * as contract from '@dispecerat/contract/addresses'
import type { QueryOf } from '@dispecerat/contract/endpoint'
import type { Point } from '@dispecerat/domain/geo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loginOf } from '../http/authenticate.ts'
import { mount } from '../http/mount.ts'
import { RateLimiter } from '../http/rate-limit.ts'
import { type AddressAnswer, type AddressServer, asSuggested, searchAddresses } from './address-search.ts'
import { findPlace } from './find-place.ts'
import { addOwnPlace, deleteOwnPlace, restoreOwnPlace } from './own-places.ts'
import { placeAt } from './place-at.ts'
import { asGoogleShaped } from './place-shapes.ts'

/** Nobody types faster; a script that does would crowd out the room (GAP-29). Each token counts for itself. */
const RATE = { most: 20, seconds: 1 }
const RADIUS_METRES = 50_000
/** Without strictbounds the circle only ranks: the whole country may answer. */
const COUNTRY_METRES = 700_000

export function addressesRoutes(http: FastifyInstance, server: AddressServer): void {
  const limiter = new RateLimiter(RATE, server.clock)
  const count = (request: FastifyRequest) => limiter.take(String(loginOf(request).tokenId))

  mount(http, server, contract.searchPlacesNew, async ({ query, caller, reply, request }) => {
    count(request)
    const { input, sessionToken } = query
    const answer = await searchAddresses(server, caller, {
      input,
      ...circleOf(query),
      sessionToken: sessionToken ?? null,
    })
    return placesOf(answer, reply)
  })

  mount(http, server, contract.readPlaceDetailsNew, async ({ params, query, caller, request }) => {
    count(request)
    const { placeId, name, lat, long } = await findPlace(server, caller, params.id, query.sessionToken ?? null)
    return { id: placeId, name, location: { latitude: lat, longitude: long } }
  })

  mount(http, server, contract.searchPlaces, async ({ query, caller, reply, request }) => {
    count(request)
    const radiusMetres = query.strictbounds === 'true' ? (query.radius ?? RADIUS_METRES) : COUNTRY_METRES
    const centre = query.location ? { lat: query.location.lat, long: query.location.lng } : biasOf(query.locationbias)
    const asked = { input: query.input, centre, radiusMetres, sessionToken: query.sessiontoken ?? null }
    const places = placesOf(await searchAddresses(server, caller, asked), reply)
    const predictions = places.map(({ placeId, name, is_internal }) => ({
      place_id: placeId,
      description: name,
      is_internal,
    }))
    return { status: places.length > 0 ? ('OK' as const) : ('ZERO_RESULTS' as const), predictions }
  })

  mount(http, server, contract.readPlaceDetails, async ({ query, caller, request }) => {
    count(request)
    const place = await findPlace(server, caller, query.place_id, query.sessiontoken ?? null)
    return { status: 'OK' as const, result: asGoogleShaped(place) }
  })

  mount(http, server, contract.geocodePlace, async ({ query, caller, request }) => {
    count(request)
    const place = await findPlace(server, caller, query.place_id, null)
    return { status: 'OK' as const, results: [asGoogleShaped(place)] }
  })

  mount(http, server, contract.reverseGeocode, async ({ query, request }) => {
    count(request)
    const place = await placeAt(server, { lat: query.lat, long: query.lng })
    return { data: place && asSuggested(place) }
  })

  mount(http, server, contract.addPlace, async ({ body, caller, request }) => {
    count(request)
    return { data: await addOwnPlace(server, caller, body) }
  })

  mount(http, server, contract.deletePlace, async ({ params, caller, request }) => {
    count(request)
    await deleteOwnPlace(server, caller, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restorePlace, async ({ params, caller, request }) => {
    count(request)
    await restoreOwnPlace(server, caller, params.id)
    return { ok: true as const }
  })
}

function placesOf({ places, degraded }: AddressAnswer, reply: FastifyReply) {
  if (degraded) reply.header('X-Degraded', 'geocoder')
  return places
}

function circleOf(query: QueryOf<typeof contract.searchPlacesNew>): { centre: Point | null; radiusMetres: number } {
  const circle = query.locationRestriction
  const lat = circle?.center.latitude ?? query['locationRestriction[circle][center][latitude]']
  const long = circle?.center.longitude ?? query['locationRestriction[circle][center][longitude]']
  const radius = circle?.radius ?? query['locationRestriction[circle][radius]'] ?? RADIUS_METRES
  const centre = lat === undefined || long === undefined ? null : { lat, long }
  return { centre, radiusMetres: Math.min(radius, RADIUS_METRES) }
}

/** 'circle:25000@45.64,25.58' → its centre; anything else ranks by the default centre. */
function biasOf(bias: string | undefined): Point | null {
  const match = /^circle:[\d.]+@(-?[\d.]+),(-?[\d.]+)$/.exec(bias ?? '')
  return match ? { lat: Number(match[1]), long: Number(match[2]) } : null
}
