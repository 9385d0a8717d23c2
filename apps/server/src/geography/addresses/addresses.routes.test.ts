import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Geocoder } from '../../adapters/geocoding/geocoding.ts'
import { type AddressFixture, createAddressFixture, RIVAL, TAXI } from '../../testing/map/address-fixture.ts'

let fixture: AddressFixture

beforeAll(async () => {
  fixture = await createAddressFixture()
})
beforeEach(() => fixture.startAgain())
afterAll(() => fixture.close())

const newSearch = (input: string, more: Record<string, string> = {}) =>
  `/api/places-search-new?${new URLSearchParams({ input, languageCode: 'ro', sessionToken: 'abc', ...more })}`
const aPlace = (more: Record<string, unknown> = {}) => ({
  name: 'Depozitul Nostru',
  lat: 45.66,
  lng: 25.6,
  bloc: '4',
  ...more,
})

describe('the newer address service', () => {
  test('returns a list of places with their coordinates, and the details of one by its id', async () => {
    const { status, json, headers } = await fixture.ask('dispatcher', 'GET', newSearch('str lunga 12'))
    expect(status).toBe(200)
    expect(json[0]).toMatchObject({
      name: 'Strada Lungă 12, Brașov',
      is_internal: false,
      bloc: null,
      precision: 'interpolated',
    })
    expect(headers['x-degraded']).toBeUndefined()
    const details = await fixture.ask('dispatcher', 'GET', `/api/place-details-new/${json[0].placeId}?sessionToken=abc`)
    expect(details.json).toEqual({
      id: json[0].placeId,
      name: 'Strada Lungă 12, Brașov',
      location: { latitude: json[0].lat, longitude: json[0].lng },
    })
  })

  test('restricts to the requested circle, as JSON or in brackets', async () => {
    const cluj = { center: { latitude: 46.77, longitude: 23.59 }, radius: 50_000 }
    const asJson = newSearch('strada lunga', { locationRestriction: JSON.stringify({ circle: cluj }) })
    const inBrackets = newSearch('strada lunga', {
      'locationRestriction[circle][center][latitude]': '46.77',
      'locationRestriction[circle][center][longitude]': '23.59',
      'locationRestriction[circle][radius]': '50000',
      'includedRegionCodes[]': 'hu',
    })
    expect((await fixture.ask('dispatcher', 'GET', asJson)).json).toEqual([])
    expect((await fixture.ask('dispatcher', 'GET', inBrackets)).json).toEqual([])
    expect(
      (await fixture.ask('dispatcher', 'GET', newSearch('strada lunga', { 'includedRegionCodes[]': 'hu' }))).json,
    ).toHaveLength(1)
  })

  test('returns at most ten', async () => {
    expect((await fixture.ask('dispatcher', 'GET', newSearch('s'))).json).toHaveLength(10)
  })

  test('refuses too long or malformed input, and users without a token or permission', async () => {
    const wrong = [
      newSearch('lunga', { sessionToken: 't'.repeat(65) }),
      newSearch('lunga', { locationRestriction: '{"circle":' }),
      newSearch('lunga', { locationRestriction: '{"circle":{"center":{"latitude":"NaN","longitude":1}}}' }),
      newSearch('lunga', { 'locationRestriction[circle][center][latitude]': 'nord' }),
      '/api/places-search-new',
    ]
    for (const url of wrong) expect((await fixture.ask('dispatcher', 'GET', url)).status, url).toBe(422)
    expect((await fixture.ask('nobody', 'GET', newSearch('lunga'))).status).toBe(401)
    expect((await fixture.ask('driver', 'GET', newSearch('lunga'))).status).toBe(403)
    expect((await fixture.ask('dispatcher', 'GET', '/api/place-details-new/gz_1')).status).toBe(404)
  })

  test.each([
    ['ten thousand letters', 'a'.repeat(10_000)],
    ['many words', 'lunga '.repeat(300)],
    ['numbers alone', '1 22 333 4444 55555'],
    ['pictures', '🚕🚕🚕'],
    ['letters from right to left', '\u202eagnul \u05e9\u05dc\u05d5\u05dd'],
    ['a statement', "'; drop table gazetteer; --"],
    ['a page', '<script>alert(1)</script>'],
    ['spaces', '    '],
    ['operators', ":* & ! | ( ) <-> '\\'"],
    ['control letters', 'lun\u0001ga\u0007'],
    ['half a letter', 'a\ud800b'],
    ['crossings without end', 'a cu b cu c cu d cu e / f / g'],
  ])('%s are never an error', async (_what, typed) => {
    const { status, json } = await fixture.ask('dispatcher', 'GET', newSearch(typed))
    expect(status).toBe(200)
    expect(json.length).toBeLessThanOrEqual(10)
    const older = await fixture.ask('dispatcher', 'GET', `/api/places-search?${new URLSearchParams({ input: typed })}`)
    expect(older.status).toBe(200)
  })

  test('places that a company’s clients were picked up from come first among similar results, for this company alone', async () => {
    const names = async (who: string) =>
      (await fixture.ask(who, 'GET', newSearch('gara'))).json.map((place: { name: string }) => place.name)
    const before = await names('dispatcher')
    const [second] = before.slice(1)
    const found = (await fixture.ask('dispatcher', 'GET', newSearch('gara'))).json
    const placeId = found.find((place: { name: string }) => place.name === second).placeId
    for (let i = 0; i < 40; i++) await fixture.use(null, TAXI, { placeId, name: second })
    expect((await names('dispatcher'))[0]).toBe(second)
    expect(await names('rival')).toEqual(before)
  })

  test('the company’s own place is found with a typing error, but not when the word is of another place', async () => {
    const body = { name: 'Depozitul Verde', lat: 45.65, lng: 25.6 }
    await fixture.ask('dispatcher', 'POST', '/api/add-place', body)
    const own = async (typed: string) =>
      (await fixture.ask('dispatcher', 'GET', newSearch(typed))).json.flatMap((place: Record<string, unknown>) =>
        place.is_internal ? [place.name] : [],
      )
    for (const typed of ['depoztul', 'depositul verde', 'verde depzitul']) expect(await own(typed)).toEqual([body.name])
    expect(await own('lunga')).toEqual([])
    await fixture.ask('dispatcher', 'POST', '/api/add-place', { ...body, name: 'Depoztul Vechi', lat: 45.66 })
    expect(await own('depoztul')).toEqual(['Depoztul Vechi'])
  })

  test('the twenty-first request of one second is refused', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await fixture.ask('admin', 'GET', newSearch('lunga'))).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    const { status, json } = await fixture.ask('admin', 'GET', '/api/place-details-new/gz_1')
    expect([status, json.message]).toEqual([429, 'Prea multe încercări; reveniți peste 1 s'])
    // The other browser of the same user has a token of its own.
    expect((await fixture.ask('admin-elsewhere', 'GET', newSearch('lunga'))).status).toBe(200)
  })
})

test('the older address service returns the older shapes', async () => {
  const search = new URLSearchParams({
    input: 'b-dul grivitei 60',
    language: 'ro',
    components: 'country:ro',
    location: '45.6464,25.6270',
    radius: '50000',
    strictbounds: 'true',
  })
  const { json } = await fixture.ask('dispatcher', 'GET', `/api/places-search?${search}`)
  expect(json).toMatchObject({
    status: 'OK',
    predictions: [{ description: 'Bulevardul Griviței 60, Brașov', is_internal: false }],
  })
  const id = json.predictions[0].place_id
  const details = await fixture.ask(
    'dispatcher',
    'GET',
    `/api/place-details?place_id=${id}&fields=geometry,name&language=ro`,
  )
  expect(details.json.result).toMatchObject({ formatted_address: 'Bulevardul Griviței 60, Brașov', place_id: id })
  expect(details.json.result.address_components.map((part: { long_name: string }) => part.long_name)).toEqual([
    '60',
    'Bulevardul Griviței',
    'Brașov',
    'România',
  ])
  const geocoded = await fixture.ask('dispatcher', 'GET', `/api/place-geocode?place_id=${id}`)
  expect(geocoded.json.results[0].geometry).toEqual(details.json.result.geometry)
})

test('strict bounds exclude distant places; a bias only ranks', async () => {
  const cluj = 'location=46.77,23.59&radius=50000'
  const strict = await fixture.ask(
    'dispatcher',
    'GET',
    `/api/places-search?input=strada+lunga&${cluj}&strictbounds=true`,
  )
  expect(strict.json).toEqual({ status: 'ZERO_RESULTS', predictions: [] })
  const biased = await fixture.ask(
    'dispatcher',
    'GET',
    '/api/places-search?input=strada+lunga&locationbias=circle:25000@46.77,23.59',
  )
  expect(biased.json.predictions).toHaveLength(1)
})

test('the address under a pin', async () => {
  const { json } = await fixture.ask('dispatcher', 'GET', '/api/place-reverse?lat=45.6422&lng=25.5886')
  expect(json.data.name).toContain('Piața Sfatului')
  expect((await fixture.ask('dispatcher', 'GET', '/api/place-reverse?lat=45.55&lng=25.62')).json).toEqual({
    data: null,
  })
  expect((await fixture.ask('dispatcher', 'GET', '/api/place-reverse?lat=NaN&lng=25')).status).toBe(422)
})

describe('a company’s own places', () => {
  test('come first in the company’s own searches, and never in another’s', async () => {
    const { status, json } = await fixture.ask(
      'dispatcher',
      'POST',
      '/api/add-place',
      aPlace({ name: 'Lunga Poveste, restaurant' }),
    )
    expect(status).toBe(201)
    expect(json.data).toMatchObject({ is_internal: true, bloc: '4' })
    const mine = await fixture.ask('dispatcher', 'GET', newSearch('lunga'))
    expect(mine.json.slice(0, 2).map((place: { name: string }) => place.name)).toEqual([
      'Lunga Poveste, restaurant',
      'Strada Lungă, Brașov',
    ])
    expect(
      (await fixture.ask('rival', 'GET', newSearch('lunga poveste'))).json.filter(
        (p: { is_internal: boolean }) => p.is_internal,
      ),
    ).toEqual([])
    expect((await fixture.ask('rival', 'GET', `/api/place-details-new/${json.data.placeId}`)).status).toBe(404)
    expect(
      (await fixture.ask('dispatcher', 'GET', `/api/place-details-new/${json.data.placeId}`)).json.location.latitude,
    ).toBe(45.66)
  })

  test('include block, staircase and landmark in the older search too', async () => {
    await fixture.ask(
      'dispatcher',
      'POST',
      '/api/add-place',
      aPlace({ scara: 'C', reper: 'poarta verde', comment: null }),
    )
    const { json } = await fixture.ask('dispatcher', 'GET', '/api/places-search?input=depozitul+nostru')
    expect(json.predictions[0]).toMatchObject({
      description: 'Depozitul Nostru',
      is_internal: true,
      bloc: '4',
      scara: 'C',
      reper: 'poarta verde',
      comment: null,
    })
    const street = await fixture.ask('dispatcher', 'GET', '/api/places-search?input=strada+lunga')
    expect(street.json.predictions[0]).toMatchObject({ bloc: null, scara: null, reper: null, comment: null })
  })

  test('are stored once, however often they are added', async () => {
    const first = await fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace({ place_id: 'gz_7' }))
    const again = await fixture.ask(
      'dispatcher',
      'POST',
      '/api/add-place',
      aPlace({ place_id: 'gz_7', name: 'Depozitul Mutat' }),
    )
    expect(again.json.data).toMatchObject({ placeId: first.json.data.placeId, name: 'Depozitul Mutat' })
    const copies = await Promise.all([1, 2].map(() => fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace())))
    expect(new Set(copies.map(({ json }) => json.data.placeId)).size).toBe(1)
  })

  test('are deleted by their company only; a street of the map cannot be deleted', async () => {
    const { json } = await fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace())
    const url = `/api/delete-place/${json.data.placeId}`
    expect((await fixture.ask('rival', 'DELETE', url)).status).toBe(404)
    expect((await fixture.ask('dispatcher', 'DELETE', url)).json).toEqual({ ok: true })
    expect((await fixture.ask('dispatcher', 'DELETE', url)).status).toBe(404)
    expect((await fixture.ask('dispatcher', 'GET', newSearch('depozitul nostru'))).json).toEqual([])
    expect((await fixture.ask('dispatcher', 'DELETE', '/api/delete-place/gz_5')).status).toBe(403)
    const back = await fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace())
    expect(back.json.data.placeId).toBe(json.data.placeId)
  })

  test('need a name, lie in Romania, and belong to a company of the actor', async () => {
    expect((await fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace({ name: '  ' }))).status).toBe(422)
    expect((await fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace({ lat: 52.5, lng: 13.4 }))).status).toBe(
      422,
    )
    expect((await fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace({ lat: '45' }))).status).toBe(422)
    expect((await fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace({ company_id: RIVAL }))).status).toBe(404)
    expect((await fixture.ask('admin', 'POST', '/api/add-place', aPlace())).json.errors).toHaveProperty('company_id')
    expect((await fixture.ask('admin', 'POST', '/api/add-place', aPlace({ company_id: TAXI }))).status).toBe(201)
    expect((await fixture.ask('admin', 'POST', '/api/add-place', aPlace({ company_id: 999_999 }))).status).toBe(404)
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
  ])('because it %s, own and clients’ addresses are still found, and the reply says so', async (_how, geocoder) => {
    await fixture.ask('dispatcher', 'POST', '/api/add-place', aPlace({ name: 'Lunga Poveste, restaurant' }))
    await fixture.use(null, TAXI)
    await fixture.use(null, RIVAL, { name: 'Strada Lungă 99, Brașov', lat: 45.6501 })
    fixture.server.geocoder = geocoder
    const { status, json, headers } = await fixture.ask('dispatcher', 'GET', newSearch('str lunga'))
    expect(status).toBe(200)
    expect(headers['x-degraded']).toBe('geocoder')
    expect(json.map((place: { name: string }) => place.name)).toEqual(['Strada Lungă 12, Brașov'])
    // A remembered address without an id cannot be located by the older form.
    const older = await fixture.ask('dispatcher', 'GET', '/api/places-search?input=lung')
    for (const { place_id } of older.json.predictions) expect(place_id).not.toBe('')
    const own = await fixture.ask('dispatcher', 'GET', newSearch('lung'))
    expect(own.json.map((place: { name: string }) => place.name)).toEqual([
      'Lunga Poveste, restaurant',
      'Strada Lungă 12, Brașov',
    ])
  })

  test('details of its places are temporarily unavailable', async () => {
    fixture.server.geocoder = silent
    expect((await fixture.ask('dispatcher', 'GET', '/api/place-details-new/gz_7')).status).toBe(503)
    expect(
      (
        await fixture.ask(
          'dispatcher',
          'GET',
          `/api/place-reverse?lat=${DEFAULT_CENTRE.lat}&lng=${DEFAULT_CENTRE.long}`,
        )
      ).status,
    ).toBe(503)
  })
})
