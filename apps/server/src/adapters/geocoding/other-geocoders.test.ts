import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { googleGeocoder } from './google-geocoder.ts'
import { nominatimGeocoder } from './nominatim-geocoder.ts'
import { photonGeocoder } from './photon-geocoder.ts'
import { anotherMachine, json } from './testing/another-machine.ts'

const OPTIONS = { centre: DEFAULT_CENTRE, radiusMetres: 50_000, limit: 10, sessionToken: '5d7a-4' }
let there: Awaited<ReturnType<typeof anotherMachine>>

beforeEach(async () => {
  there = await anotherMachine(json({}))
})
afterEach(() => there.close())

function feature(properties: Record<string, unknown>, [long, lat] = [25.59, 45.65]) {
  const always = { osm_type: 'W', osm_id: 77, osm_key: 'highway', osm_value: 'residential', countrycode: 'RO' }
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [long, lat] },
    properties: { ...always, city: 'Brașov', ...properties },
  }
}

describe('Photon', () => {
  test('is requested within the circle, and its streets, houses and places are named as ours are', async () => {
    const door = { osm_key: 'building', osm_value: 'yes', street: 'Strada Lungă', housenumber: '12', osm_id: 5 }
    const hotel = { osm_key: 'tourism', osm_value: 'hotel', name: 'Ambient', street: 'Strada Aninoasa' }
    there.answerWith(json({ features: [feature({ name: 'Strada Lungă' }), feature(door), feature(hotel)] }))
    const found = await photonGeocoder(there.url).suggest('lunga', OPTIONS)
    expect(found.map(({ name, kind, precision }) => [name, kind, precision])).toEqual([
      ['Strada Lungă, Brașov', 'street', 'street'],
      ['Strada Lungă 12, Brașov', 'street', 'rooftop'],
      ['Ambient (Strada Aninoasa), Brașov', 'place', 'place'],
    ])
    const params = there.requests[0]?.url.searchParams
    expect([params?.get('q'), params?.get('lat'), params?.get('bbox')?.split(',').length]).toEqual([
      'lunga',
      '45.64641',
      4,
    ])
  })

  test('places that are abroad, further than 50 km or malformed are left out', async () => {
    const elsewhere = [
      feature({ name: 'Strada Lungă', countrycode: 'MD' }),
      feature({ name: 'Strada Lungă' }, [23.59, 46.77]),
      feature({ name: 'Lange Straße' }, [13.4, 52.5]),
      { geometry: null },
      'text',
      feature({ name: null }),
    ]
    there.answerWith(json({ features: elsewhere }))
    expect(await photonGeocoder(there.url).suggest('lunga', OPTIONS)).toEqual([])
  })

  test('a suggestion is found again by its id', async () => {
    there.answerWith(json({ features: [feature({ name: 'Alta', osm_id: 3 }), feature({ name: 'Strada Lungă' })] }))
    const photon = photonGeocoder(there.url)
    const suggested = (await photon.suggest('lunga', OPTIONS))[1]
    expect(await photon.details(suggested?.placeId ?? '', null)).toEqual(suggested)
    expect(there.requests[1]?.url.pathname).toBe('/reverse')
    expect(await photon.details('photon_N1_45.65000_25.59000', null)).toBeNull()
    expect(await photon.details("photon_N1' or 1=1", null)).toBeNull()
    expect(await photon.reverse({ lat: 45.65, long: 25.59 })).toMatchObject({ name: 'Alta, Brașov' })
    expect(await photon.reverse({ lat: 45.66, long: 25.59 })).toBeNull()
  })
})

test('Nominatim is requested for Romania only, and finds its places again by their ids', async () => {
  const address = { house_number: '12', road: 'Strada Lungă', city: 'Brașov', country_code: 'ro' }
  const item = { osm_type: 'node', osm_id: 9, lat: '45.65', lon: '25.59', category: 'place', type: 'house', name: '' }
  there.answerWith(json([{ ...item, address }, { osm_type: 'node' }]))
  const nominatim = nominatimGeocoder(there.url)
  const [suggested, ...others] = await nominatim.suggest('lunga 12', OPTIONS)
  expect(suggested).toMatchObject({ name: 'Strada Lungă 12, Brașov', placeId: 'nominatim_N9', precision: 'rooftop' })
  expect(others).toEqual([])
  expect(there.requests[0]?.url.searchParams.get('countrycodes')).toBe('ro')
  expect(await nominatim.details('nominatim_N9', null)).toEqual(suggested)
  expect(there.requests[1]?.url.searchParams.get('osm_ids')).toBe('N9')
  there.answerWith(json({ ...item, address }))
  expect((await nominatim.reverse({ lat: 45.65, long: 25.59 }))?.name).toBe('Strada Lungă 12, Brașov')
  there.answerWith(json({ error: 'Unable to geocode' }))
  expect(await nominatim.reverse({ lat: 45.65, long: 25.59 })).toBeNull()
})

describe('Google Places', () => {
  const PLACE = 'ChIJ-6QFsAUoOkcRMHxpmgSqYvE'
  const prediction = {
    placePrediction: { placeId: PLACE, text: { text: 'Strada Lungă, Brașov, România' }, types: ['route'] },
  }

  test('suggests without coordinates, for Romania, in the session of the typed address', async () => {
    there.answerWith(json({ suggestions: [prediction, { queryPrediction: {} }] }))
    const found = await googleGeocoder(there.url, 'the key').suggest('lunga', OPTIONS)
    expect(found).toMatchObject([{ placeId: PLACE, name: 'Strada Lungă, Brașov', lat: null, precision: 'street' }])
    expect(found).toHaveLength(1)
    const [params] = there.requests
    expect(params?.headers['x-goog-api-key']).toBe('the key')
    expect(params?.url.href).not.toContain('key')
    expect(JSON.parse(params?.body ?? '')).toMatchObject({
      includedRegionCodes: ['ro'],
      languageCode: 'ro',
      sessionToken: '5d7a-4',
      locationRestriction: { circle: { radius: 50_000 } },
    })
  })

  test('a search of the whole country is biased towards the centre, not restricted to the largest circle that Google allows', async () => {
    there.answerWith(json({ suggestions: [prediction] }))
    await googleGeocoder(there.url, 'the key').suggest('lunga', { ...OPTIONS, radiusMetres: 700_000 })
    const params = JSON.parse(there.requests.at(-1)?.body ?? '')
    expect(params.locationBias).toMatchObject({ circle: { radius: 50_000 } })
    expect(params).not.toHaveProperty('locationRestriction')
  })

  test('returns the place of a suggestion in its details, which end the session', async () => {
    const component = (longText: string, type: string) => ({ longText, shortText: longText, types: [type] })
    there.answerWith(
      json({
        id: PLACE,
        displayName: { text: 'Strada Lungă 12' },
        formattedAddress: 'Strada Lungă 12, Brașov 500051, România',
        location: { latitude: 45.65, longitude: 25.59 },
        addressComponents: [component('12', 'street_number'), component('Strada Lungă', 'route')],
        types: ['street_address'],
      }),
    )
    expect(await googleGeocoder(there.url, 'k').details(PLACE, '5d7a-4')).toEqual({
      placeId: PLACE,
      name: 'Strada Lungă 12, Brașov',
      kind: 'street',
      precision: 'rooftop',
      parts: { street: 'Strada Lungă', number: '12', locality: null },
      lat: 45.65,
      long: 25.59,
    })
    expect(there.requests[0]?.url.searchParams.get('sessionToken')).toBe('5d7a-4')
    expect(there.requests[0]?.headers['x-goog-fieldmask']).toContain('location')
  })

  test('an unknown id is unknown, an id of another form is not requested', async () => {
    there.answerWith((_request, answer) => answer.writeHead(404).end('{}'))
    expect(await googleGeocoder(there.url, 'k').details(PLACE, null)).toBeNull()
    expect(await googleGeocoder(there.url, 'k').details('../../evil?x=1', null)).toBeNull()
    expect(there.requests).toHaveLength(1)
  })

  test('a token that cannot be a Google session is left out', async () => {
    there.answerWith(json({}))
    const long = { ...OPTIONS, sessionToken: 'x'.repeat(64) }
    expect(await googleGeocoder(there.url, 'k').suggest('lunga', long)).toEqual([])
    expect(there.requests[0]?.body).not.toContain('sessionToken')
  })
})
