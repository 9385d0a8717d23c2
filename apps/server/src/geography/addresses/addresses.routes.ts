import type { GoogleShapedPlace } from '@dispecerat/contract/geography/addresses'
import * as contract from '@dispecerat/contract/geography/addresses'
import type { BodyOf, QueryOf } from '@dispecerat/contract/kernel/endpoint'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FoundPlace } from '../../adapters/geocoding/geocoding.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { loginOf } from '../../platform/http/authenticate.ts'
import { mount } from '../../platform/http/mount.ts'
import { RateLimiter } from '../../platform/http/rate-limit.ts'
import { type AddressAnswer, type AddressServer, asSuggested, searchAddresses } from './address-search.ts'
import { findPlace } from './find-place.ts'
import { addOwnPlace, deleteOwnPlace, restoreOwnPlace } from './own-places.ts'
import { COUNTRY_METRES, RADIUS_METRES, type SearchCircle, usualCircles } from './search-circle.ts'
import { fromGeocoder } from './time-limit.ts'

/** Faster than anyone types; a script must not starve the dispatchers. Counted per token. */
const RATE = { max: 20, seconds: 1 }

export function addressesRoutes(http: FastifyInstance, server: AddressServer): void {
  const limiter = new RateLimiter(RATE, server.clock)
  const count = (request: FastifyRequest) => limiter.take(String(loginOf(request).tokenId))

  const searchNew = async (
    { input, sessionToken }: Pick<BodyOf<typeof contract.searchPlacesNewByPost>, 'input' | 'sessionToken'>,
    circle: SearchCircle | null,
    { actor, reply, request }: { actor: Actor; reply: FastifyReply; request: FastifyRequest },
  ) => {
    count(request)
    const within = circle ? [circle] : await usualCircles(server.db, actor.scope)
    const question = { input, within, sessionToken: sessionToken ?? null }
    return placesOf(await searchAddresses(server, actor, question), reply)
  }
  mount(http, server, contract.searchPlacesNew, ({ query, ...context }) => searchNew(query, circleOf(query), context))
  mount(http, server, contract.searchPlacesNewByPost, ({ body, ...context }) =>
    searchNew(body, circleIn(body.locationRestriction?.circle), context),
  )

  mount(http, server, contract.readPlaceDetailsNew, async ({ params, query, actor, request }) => {
    count(request)
    const { placeId, name, lat, long } = await findPlace(server, actor, params.id, query.sessionToken ?? null)
    return { id: placeId, name, location: { latitude: lat, longitude: long } }
  })

  mount(http, server, contract.searchPlaces, async ({ query, actor, reply, request }) => {
    count(request)
    const within = await olderCircles(server, actor, query)
    const question = { input: query.input, within, sessionToken: query.sessiontoken ?? null }
    const places = placesOf(await searchAddresses(server, actor, question), reply)
    // The older form finds a place's position by its id alone.
    const predictions = places
      .filter(({ placeId }) => placeId !== '')
      .map(({ placeId, name, is_internal, comment, bloc, scara, reper }) => ({
        place_id: placeId,
        description: name,
        is_internal,
        comment,
        bloc,
        scara,
        reper,
      }))
    return { status: predictions.length > 0 ? ('OK' as const) : ('ZERO_RESULTS' as const), predictions }
  })

  mount(http, server, contract.readPlaceDetails, async ({ query, actor, request }) => {
    count(request)
    const place = await findPlace(server, actor, query.place_id, query.sessiontoken ?? null)
    return { status: 'OK' as const, result: asGoogleShaped(place) }
  })

  mount(http, server, contract.geocodePlace, async ({ query, actor, request }) => {
    count(request)
    const place = await findPlace(server, actor, query.place_id, null)
    return { status: 'OK' as const, results: [asGoogleShaped(place)] }
  })

  mount(http, server, contract.reverseGeocode, async ({ query, request }) => {
    count(request)
    const place = await placeAt(server, { lat: query.lat, long: query.lng })
    return { data: place && asSuggested(place) }
  })

  ownPlacesRoutes(http, server, count)
}

function ownPlacesRoutes(http: FastifyInstance, server: AddressServer, count: (request: FastifyRequest) => void): void {
  mount(http, server, contract.addPlace, async ({ body, actor, request }) => {
    count(request)
    return { data: await addOwnPlace(server, actor, body) }
  })

  mount(http, server, contract.deletePlace, async ({ params, actor, request }) => {
    count(request)
    await deleteOwnPlace(server, actor, params.id)
    return { ok: true as const }
  })

  mount(http, server, contract.restorePlace, async ({ params, actor, request }) => {
    count(request)
    await restoreOwnPlace(server, actor, params.id)
    return { ok: true as const }
  })
}

function placesOf({ places, degraded }: AddressAnswer, reply: FastifyReply) {
  if (degraded) reply.header('X-Degraded', 'geocoder')
  return places
}

function circleOf(query: QueryOf<typeof contract.searchPlacesNew>): SearchCircle | null {
  const circle = query.locationRestriction
  const latitude = circle?.center.latitude ?? query['locationRestriction[circle][center][latitude]']
  const longitude = circle?.center.longitude ?? query['locationRestriction[circle][center][longitude]']
  const radius = circle?.radius ?? query['locationRestriction[circle][radius]'] ?? RADIUS_METRES
  if (latitude === undefined || longitude === undefined) return null
  return circleIn({ center: { latitude, longitude }, radius })
}

/** The older form excludes by a circle only with strict bounds; otherwise its centre ranks results of the whole country. */
async function olderCircles(
  { db }: AddressServer,
  { scope }: Actor,
  { location, locationbias, radius, strictbounds }: QueryOf<typeof contract.searchPlaces>,
): Promise<SearchCircle[]> {
  const named = location ? { lat: location.lat, long: location.lng } : biasOf(locationbias)
  const circles = named ? [{ centre: named, radiusMetres: RADIUS_METRES }] : await usualCircles(db, scope)
  if (strictbounds !== 'true') return [{ centre: circles[0]?.centre ?? null, radiusMetres: COUNTRY_METRES }]
  return circles.map(({ centre, radiusMetres }) => ({ centre, radiusMetres: radius ?? radiusMetres }))
}

type Circle = NonNullable<BodyOf<typeof contract.searchPlacesNewByPost>['locationRestriction']>['circle']

function circleIn(circle: Circle | undefined): SearchCircle | null {
  if (!circle) return null
  const { latitude: lat, longitude: long } = circle.center
  return { centre: { lat, long }, radiusMetres: Math.min(circle.radius, RADIUS_METRES) }
}

/** 'circle:25000@45.64,25.58' → its centre; null without one. */
function biasOf(bias: string | undefined): Point | null {
  const match = /^circle:[\d.]+@(-?[\d.]+),(-?[\d.]+)$/.exec(bias ?? '')
  return match ? { lat: Number(match[1]), long: Number(match[2]) } : null
}

/** The nearest known address of a point; null when none is near. */
function placeAt(server: AddressServer, point: Point): Promise<FoundPlace | null> {
  return fromGeocoder(server.geocoder.reverse(point))
}

/** The shape of the older address calls. */
function asGoogleShaped({ placeId, name, lat, long, parts }: FoundPlace): GoogleShapedPlace {
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
