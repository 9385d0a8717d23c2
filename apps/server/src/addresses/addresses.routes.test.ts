import { DEFAULT_CENTRE } from '@dispecerat/domain/geo'
import type { Role } from '@dispecerat/domain/permissions'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TradeEvents } from '../db/trade-events.ts'
import type { Login } from '../http/authenticate.ts'
import { createHttp } from '../http/http-server.ts'
import { embeddedGeocoder } from '../providers/geocoding/embedded-geocoder.ts'
import type { Geocoder } from '../providers/geocoding/geocoding.ts'
import { loadSchematicCity } from '../providers/map-import/schematic/schematic-city.ts'
import { rememberAddress, type UsedPlace } from '../saved-addresses/saved-addresses.public.ts'
import { savedAddressesRoutes } from '../saved-addresses/saved-addresses.routes.ts'
import type { Server } from '../server.ts'
import { TestClock } from '../testing/test-clock.ts'
import { aDatabase, type TestDatabase } from '../testing/test-database.ts'
import { addressesRoutes } from './addresses.public.ts'

const TAXI = 11
const RIVAL = 12
const PHONE = '+40722333444'
const HOME: UsedPlace = {
  name: 'Strada Lungă 12, Brașov',
  lat: 45.65,
  long: 25.58,
  placeId: 'gz_1_12',
  comment: null,
  bloc: null,
  scara: null,
  reper: 'poarta verde',
}

const LOGINS: Record<string, Login> = {
  dispatcher: login(1, ['dispatcher'], [TAXI]),
  rival: login(2, ['dispatcher'], [RIVAL]),
  admin: login(3, ['admin'], 'every'),
  driver: login(4, ['driver'], [TAXI]),
  client: { ...login(5, ['client'], [TAXI]), scope: { companies: [TAXI], ownUserId: 5 } },
}

function login(userId: number, roles: Role[], companies: number[] | 'every'): Login {
  return { tokenId: userId, userId, roles, scope: { companies, ownUserId: null } }
}

let database: TestDatabase
let http: FastifyInstance
let server: Server & { geocoder: Geocoder }
let clock: TestClock

beforeAll(async () => {
  database = await aDatabase()
  await loadSchematicCity(database.db, new Date('2026-03-01T08:00:00Z'))
  await sql`insert into companies (id, name, created_at) values (${TAXI}, 'Taxi', now()), (${RIVAL}, 'Rivalul', now())`.execute(
    database.db,
  )
  for (const id of [1, 2, 3, 4, 5])
    await sql`insert into users (id, email, created_at) values (${id}, ${`u${id}@demo.ro`}, now())`.execute(database.db)
  clock = new TestClock('2026-03-01T10:00:00Z')
  const log = pino({ level: 'silent' })
  const geocoder = embeddedGeocoder(database.db)
  server = { db: database.db, clock, log, trade: new TradeEvents(), committed: () => undefined, geocoder }
  const findLogin = async (token: string) => LOGINS[token] ?? null
  http = await createHttp({ log, findLogin, publicOrigins: [], consoleDist: '/no-console', answered: () => undefined })
  addressesRoutes(http, server)
  savedAddressesRoutes(http, server)
})
beforeEach(async () => {
  clock.pass(60)
  server.geocoder = embeddedGeocoder(database.db)
  await sql`delete from internal_places`.execute(database.db)
  await sql`delete from saved_addresses`.execute(database.db)
})
afterAll(async () => {
  await http.close()
  await database.close()
})

async function ask(who: string, method: 'GET' | 'POST' | 'DELETE', url: string, body?: Record<string, unknown>) {
  const answer = await http.inject({
    method,
    url,
    headers: { authorization: `Bearer ${who}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: answer.statusCode, json: answer.body ? answer.json() : null, headers: answer.headers }
}

const newSearch = (input: string, more: Record<string, string> = {}) =>
  `/api/places-search-new?${new URLSearchParams({ input, languageCode: 'ro', sessionToken: 'abc', ...more })}`
const aPlace = (more: Record<string, unknown> = {}) => ({
  name: 'Depozitul Nostru',
  lat: 45.66,
  lng: 25.6,
  bloc: '4',
  ...more,
})
const used = (userId: number | null, companyId: number, place: Partial<UsedPlace> = {}) =>
  database.db
    .transaction()
    .execute((tx) =>
      rememberAddress(tx, { companyId, phone: PHONE, userId, place: { ...HOME, ...place } }, clock.now()),
    )

describe('the newer address service', () => {
  test('answers a list of places with their coordinates, and the details of one by its id', async () => {
    const { status, json, headers } = await ask('dispatcher', 'GET', newSearch('str lunga 12'))
    expect(status).toBe(200)
    expect(json[0]).toMatchObject({
      name: 'Strada Lungă 12, Brașov',
      is_internal: false,
      bloc: null,
      precision: 'interpolated',
    })
    expect(headers['x-degraded']).toBeUndefined()
    const details = await ask('dispatcher', 'GET', `/api/place-details-new/${json[0].placeId}?sessionToken=abc`)
    expect(details.json).toEqual({
      id: json[0].placeId,
      name: 'Strada Lungă 12, Brașov',
      location: { latitude: json[0].lat, longitude: json[0].lng },
    })
  })

  test('keeps to the circle that was asked for, as JSON or in brackets', async () => {
    const cluj = { center: { latitude: 46.77, longitude: 23.59 }, radius: 50_000 }
    const asJson = newSearch('strada lunga', { locationRestriction: JSON.stringify({ circle: cluj }) })
    const inBrackets = newSearch('strada lunga', {
      'locationRestriction[circle][center][latitude]': '46.77',
      'locationRestriction[circle][center][longitude]': '23.59',
      'locationRestriction[circle][radius]': '50000',
      'includedRegionCodes[]': 'hu',
    })
    expect((await ask('dispatcher', 'GET', asJson)).json).toEqual([])
    expect((await ask('dispatcher', 'GET', inBrackets)).json).toEqual([])
    expect(
      (await ask('dispatcher', 'GET', newSearch('strada lunga', { 'includedRegionCodes[]': 'hu' }))).json,
    ).toHaveLength(1)
  })

  test('answers at most ten', async () => {
    expect((await ask('dispatcher', 'GET', newSearch('s'))).json).toHaveLength(10)
  })

  test('refuses what is too long or malformed, and who has no token or no right', async () => {
    const wrong = [
      newSearch('x'.repeat(201)),
      newSearch('lunga', { sessionToken: 't'.repeat(65) }),
      newSearch('lunga', { locationRestriction: '{"circle":' }),
      newSearch('lunga', { locationRestriction: '{"circle":{"center":{"latitude":"NaN","longitude":1}}}' }),
      newSearch('lunga', { 'locationRestriction[circle][center][latitude]': 'nord' }),
      '/api/places-search-new',
    ]
    for (const url of wrong) expect((await ask('dispatcher', 'GET', url)).status, url).toBe(422)
    expect((await ask('nobody', 'GET', newSearch('lunga'))).status).toBe(401)
    expect((await ask('driver', 'GET', newSearch('lunga'))).status).toBe(403)
    expect((await ask('dispatcher', 'GET', '/api/place-details-new/gz_1')).status).toBe(404)
  })

  test('the twenty-first question of one second is too many', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await ask('admin', 'GET', newSearch('lunga'))).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

test('the older address service answers the older shapes', async () => {
  const search = new URLSearchParams({
    input: 'b-dul grivitei 60',
    language: 'ro',
    components: 'country:ro',
    location: '45.6464,25.6270',
    radius: '50000',
    strictbounds: 'true',
  })
  const { json } = await ask('dispatcher', 'GET', `/api/places-search?${search}`)
  expect(json).toMatchObject({
    status: 'OK',
    predictions: [{ description: 'Bulevardul Griviței 60, Brașov', is_internal: false }],
  })
  const id = json.predictions[0].place_id
  const details = await ask('dispatcher', 'GET', `/api/place-details?place_id=${id}&fields=geometry,name&language=ro`)
  expect(details.json.result).toMatchObject({ formatted_address: 'Bulevardul Griviței 60, Brașov', place_id: id })
  expect(details.json.result.address_components.map((part: { long_name: string }) => part.long_name)).toEqual([
    '60',
    'Bulevardul Griviței',
    'Brașov',
    'România',
  ])
  const geocoded = await ask('dispatcher', 'GET', `/api/place-geocode?place_id=${id}`)
  expect(geocoded.json.results[0].geometry).toEqual(details.json.result.geometry)
})

test('strict bounds exclude what is far; a bias only ranks', async () => {
  const cluj = 'location=46.77,23.59&radius=50000'
  const strict = await ask('dispatcher', 'GET', `/api/places-search?input=strada+lunga&${cluj}&strictbounds=true`)
  expect(strict.json).toEqual({ status: 'ZERO_RESULTS', predictions: [] })
  const biased = await ask(
    'dispatcher',
    'GET',
    '/api/places-search?input=strada+lunga&locationbias=circle:25000@46.77,23.59',
  )
  expect(biased.json.predictions).toHaveLength(1)
})

test('the address under a pin', async () => {
  const { json } = await ask('dispatcher', 'GET', '/api/place-reverse?lat=45.6422&lng=25.5886')
  expect(json.data.name).toContain('Piața Sfatului')
  expect((await ask('dispatcher', 'GET', '/api/place-reverse?lat=45.55&lng=25.62')).json).toEqual({ data: null })
  expect((await ask('dispatcher', 'GET', '/api/place-reverse?lat=NaN&lng=25')).status).toBe(422)
})

describe('places a company keeps', () => {
  test('come first in the company’s own searches, and nowhere in another’s', async () => {
    const { status, json } = await ask(
      'dispatcher',
      'POST',
      '/api/add-place',
      aPlace({ name: 'Lunga Poveste, restaurant' }),
    )
    expect(status).toBe(201)
    expect(json.data).toMatchObject({ is_internal: true, bloc: '4' })
    const mine = await ask('dispatcher', 'GET', newSearch('lunga'))
    expect(mine.json.slice(0, 2).map((place: { name: string }) => place.name)).toEqual([
      'Lunga Poveste, restaurant',
      'Strada Lungă, Brașov',
    ])
    expect(
      (await ask('rival', 'GET', newSearch('lunga poveste'))).json.filter(
        (p: { is_internal: boolean }) => p.is_internal,
      ),
    ).toEqual([])
    expect((await ask('rival', 'GET', `/api/place-details-new/${json.data.placeId}`)).status).toBe(404)
    expect((await ask('dispatcher', 'GET', `/api/place-details-new/${json.data.placeId}`)).json.location.latitude).toBe(
      45.66,
    )
  })

  test('are kept once, however often they are added', async () => {
    const first = await ask('dispatcher', 'POST', '/api/add-place', aPlace({ place_id: 'gz_7' }))
    const again = await ask(
      'dispatcher',
      'POST',
      '/api/add-place',
      aPlace({ place_id: 'gz_7', name: 'Depozitul Mutat' }),
    )
    expect(again.json.data).toMatchObject({ placeId: first.json.data.placeId, name: 'Depozitul Mutat' })
    const twins = await Promise.all([1, 2].map(() => ask('dispatcher', 'POST', '/api/add-place', aPlace())))
    expect(new Set(twins.map(({ json }) => json.data.placeId)).size).toBe(1)
  })

  test('are deleted by their company only; a street of the map cannot be deleted', async () => {
    const { json } = await ask('dispatcher', 'POST', '/api/add-place', aPlace())
    const url = `/api/delete-place/${json.data.placeId}`
    expect((await ask('rival', 'DELETE', url)).status).toBe(404)
    expect((await ask('dispatcher', 'DELETE', url)).json).toEqual({ ok: true })
    expect((await ask('dispatcher', 'DELETE', url)).status).toBe(404)
    expect((await ask('dispatcher', 'GET', newSearch('depozitul nostru'))).json).toEqual([])
    expect((await ask('dispatcher', 'DELETE', '/api/delete-place/gz_5')).status).toBe(403)
    const back = await ask('dispatcher', 'POST', '/api/add-place', aPlace())
    expect(back.json.data.placeId).toBe(json.data.placeId)
  })

  test('need a name, lie in Romania, and belong to a company of the caller', async () => {
    expect((await ask('dispatcher', 'POST', '/api/add-place', aPlace({ name: '  ' }))).status).toBe(422)
    expect((await ask('dispatcher', 'POST', '/api/add-place', aPlace({ lat: 52.5, lng: 13.4 }))).status).toBe(422)
    expect((await ask('dispatcher', 'POST', '/api/add-place', aPlace({ lat: '45' }))).status).toBe(422)
    expect((await ask('dispatcher', 'POST', '/api/add-place', aPlace({ company_id: RIVAL }))).status).toBe(404)
    expect((await ask('admin', 'POST', '/api/add-place', aPlace())).json.errors).toHaveProperty('company_id')
    expect((await ask('admin', 'POST', '/api/add-place', aPlace({ company_id: TAXI }))).status).toBe(201)
  })
})

describe('when the geocoder fails', () => {
  const silent: Geocoder = {
    suggest: () => new Promise(() => undefined),
    details: () => Promise.reject(new Error('connect ECONNREFUSED')),
    reverse: () => Promise.reject(new Error('connect ECONNREFUSED')),
  }

  test.each([
    ['is silent', silent],
    ['refuses', { ...silent, suggest: () => Promise.reject(new Error('connect ECONNREFUSED')) }],
  ])('because it %s, own and clients’ addresses still answer, and the answer says so', async (_how, geocoder) => {
    await ask('dispatcher', 'POST', '/api/add-place', aPlace({ name: 'Lunga Poveste, restaurant' }))
    await used(null, TAXI)
    await used(null, RIVAL, { name: 'Strada Lungă 99, Brașov', lat: 45.6501 })
    server.geocoder = geocoder
    const { status, json, headers } = await ask('dispatcher', 'GET', newSearch('str lunga'))
    expect(status).toBe(200)
    expect(headers['x-degraded']).toBe('geocoder')
    expect(json.map((place: { name: string }) => place.name)).toEqual(['Strada Lungă 12, Brașov'])
    const own = await ask('dispatcher', 'GET', newSearch('lung'))
    expect(own.json.map((place: { name: string }) => place.name)).toEqual([
      'Lunga Poveste, restaurant',
      'Strada Lungă 12, Brașov',
    ])
  })

  test('details of its places are unavailable for now', async () => {
    server.geocoder = silent
    expect((await ask('dispatcher', 'GET', '/api/place-details-new/gz_7')).status).toBe(503)
    expect(
      (await ask('dispatcher', 'GET', `/api/place-reverse?lat=${DEFAULT_CENTRE.lat}&lng=${DEFAULT_CENTRE.long}`))
        .status,
    ).toBe(503)
  })
})

describe('addresses a client ordered from', () => {
  test('the most used comes first, then the last used; the same door is one address', async () => {
    await used(5, TAXI)
    clock.pass(60)
    await used(5, TAXI, { name: 'Gara Brașov', lat: 45.6608, long: 25.613 })
    clock.pass(60)
    await used(5, TAXI, { lat: 45.650_000_4, reper: null })
    clock.pass(60)
    await used(5, TAXI, { bloc: '4' })
    const { json } = await ask('dispatcher', 'GET', '/api/addresses/0722%20333%20444')
    expect(
      json.map(({ name, bloc, use_count, reper }: Record<string, unknown>) => [name, bloc, use_count, reper]),
    ).toEqual([
      [HOME.name, null, 2, 'poarta verde'],
      [HOME.name, '4', 1, 'poarta verde'],
      ['Gara Brașov', null, 1, 'poarta verde'],
    ])
  })

  test('are read by phone in any spelling or by the user’s id', async () => {
    await used(5, TAXI)
    for (const key of ['0722333444', '%2B40722333444', '0040722333444', '5']) {
      expect((await ask('dispatcher', 'GET', `/api/addresses/${key}`)).json, key).toHaveLength(1)
    }
    expect((await ask('dispatcher', 'GET', '/api/addresses/0722000000')).json).toEqual([])
    expect((await ask('dispatcher', 'GET', '/api/addresses/5x')).status).toBe(422)
    expect((await ask('dispatcher', 'GET', '/api/addresses/07')).status).toBe(422)
  })

  test('are the company’s own: another company reads none and deletes none; a client reads only his', async () => {
    await used(null, TAXI)
    expect((await ask('rival', 'GET', `/api/addresses/${encodeURIComponent(PHONE)}`)).json).toEqual([])
    const [address] = (await ask('dispatcher', 'GET', '/api/addresses/0722333444')).json
    expect((await ask('rival', 'DELETE', `/api/addresses/${address.id}`)).status).toBe(404)
    expect((await ask('client', 'GET', '/api/addresses/0722333444')).json).toEqual([])
    await used(5, TAXI)
    expect((await ask('client', 'GET', '/api/addresses/5')).json).toHaveLength(1)
  })

  test('a deleted one is never offered again, even when it is used once more', async () => {
    await used(null, TAXI)
    const [address] = (await ask('dispatcher', 'GET', '/api/addresses/0722333444')).json
    expect((await ask('dispatcher', 'DELETE', `/api/addresses/${address.id}`)).json).toEqual({ ok: true })
    expect((await ask('dispatcher', 'DELETE', `/api/addresses/${address.id}`)).status).toBe(200)
    await used(null, TAXI)
    expect((await ask('dispatcher', 'GET', '/api/addresses/0722333444')).json).toEqual([])
    expect((await ask('dispatcher', 'DELETE', '/api/addresses/999999')).status).toBe(404)
    expect((await ask('dispatcher', 'DELETE', '/api/addresses/abc')).status).toBe(422)
  })

  test('at most fifty are listed', async () => {
    for (let i = 0; i < 55; i++) await used(null, TAXI, { lat: 45.6 + i / 1000 })
    expect((await ask('dispatcher', 'GET', '/api/addresses/0722333444')).json).toHaveLength(50)
  })
})
