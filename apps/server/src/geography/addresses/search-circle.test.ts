import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AddressFixture, createAddressFixture, RIVAL, TAXI } from '../../testing/map/address-fixture.ts'

const IASI = { lat: 47.1585, long: 27.6014 }

let fixture: AddressFixture

/** A map with a street in Iași in addition to those of Brașov, and a company there. */
beforeAll(async () => {
  fixture = await createAddressFixture()
  const { db } = fixture.server
  await sql`
    insert into gazetteer (dataset_id, id, kind, name, type, core, detail, locality, lat, long, weight, words)
    select id, 987654, 'street', 'Strada Lăpușneanu', 'strada', 'lapusneanu', '', 'Iași', ${IASI.lat}, ${IASI.long}, 0.5,
      array_to_tsvector(array['strada', 'lapusneanu'])
    from map_datasets where state = 'live'
  `.execute(db)
  await sql`update companies set lat = ${IASI.lat}, lng = ${IASI.long} where id = ${RIVAL}`.execute(db)
})
afterAll(() => fixture.close())

const STREET = 'Strada Lăpușneanu, Iași'

test.each([
  ['newer', (who: string, input: string) => fixture.ask(who, 'GET', `/api/places-search-new?input=${input}`)],
  [
    'newer, asked in a body',
    (who: string, input: string) => fixture.ask(who, 'POST', '/api/places-search-new', { input }),
  ],
])(
  'the %s search without a circle searches 50 km around the actor’s company, for users who see every company everywhere',
  async (_which, request) => {
    fixture.clock.pass(60)
    const names = async (who: string, input: string) =>
      (await request(who, input)).json.map((place: { name: string }) => place.name)
    expect(await names('rival', 'lapusneanu')).toEqual([STREET])
    expect(await names('rival', 'strada lunga')).toEqual([])
    expect(await names('dispatcher', 'lapusneanu')).toEqual([])
    expect(await names('admin', 'lapusneanu')).toEqual([STREET])
    expect(await names('admin', 'strada lunga')).toEqual(['Strada Lungă, Brașov'])
  },
)

test('the older search without a location ranks by the actor’s company, and with strict bounds is restricted to it', async () => {
  fixture.clock.pass(60)
  const found = async (who: string, more = '') =>
    (await fixture.ask(who, 'GET', `/api/places-search?input=lapusneanu${more}`)).json.predictions.length
  expect(await found('rival', '&strictbounds=true')).toBe(1)
  expect(await found('dispatcher', '&strictbounds=true')).toBe(0)
  expect(await found('dispatcher')).toBe(1)
})

test('a search by POST keeps to its circle and validates it', async () => {
  fixture.clock.pass(60)
  const search = (body: Record<string, unknown>) => fixture.ask('dispatcher', 'POST', '/api/places-search-new', body)
  const near = (lat: number, long: number) => ({
    circle: { center: { latitude: lat, longitude: long }, radius: 50_000 },
  })
  const input = { input: 'lapusneanu', languageCode: 'ro', includedRegionCodes: ['ro'], sessionToken: 'abc' }
  const { status, json } = await search({ ...input, locationRestriction: near(IASI.lat, IASI.long) })
  expect([status, json.length]).toEqual([200, 1])
  expect(json[0]).toMatchObject({ name: STREET, is_internal: false, lat: IASI.lat, lng: IASI.long, bloc: null })
  expect((await search({ ...input, locationRestriction: near(45.65, 25.6) })).json).toEqual([])
  expect((await search({ ...input, locationRestriction: near(450, 25.6) })).status).toBe(422)
  expect((await search({ ...input, locationRestriction: { circle: 'aici' } })).status).toBe(422)
  expect((await search({ languageCode: 'ro' })).status).toBe(422)
})

test('a user who works for companies of two towns finds the streets of both; one who works for one company only those of its town', async () => {
  fixture.clock.pass(60)
  const { db } = fixture.server
  await sql`update companies set lat = ${DEFAULT_CENTRE.lat}, lng = ${DEFAULT_CENTRE.long} where id = ${TAXI}`.execute(
    db,
  )
  const newer = async (who: string, input: string) =>
    (await fixture.ask(who, 'GET', `/api/places-search-new?input=${input}`)).json.length
  const older = async (who: string, input: string) =>
    (await fixture.ask(who, 'GET', `/api/places-search?input=${input}&strictbounds=true`)).json.predictions.length
  for (const count of [newer, older]) {
    expect([await count('of-both', 'lapusneanu'), await count('of-both', 'strada lunga')]).toEqual([1, 1])
    expect([await count('dispatcher', 'lapusneanu'), await count('dispatcher', 'strada lunga')]).toEqual([0, 1])
  }
})

test('two offices of one town are searched once, and nothing beyond 50 km', async () => {
  const { db } = fixture.server
  const { lat, long } = DEFAULT_CENTRE
  for (const [id, north] of [
    [TAXI, 0],
    [RIVAL, 0.003],
  ] as const)
    await sql`update companies set lat = ${lat + north}, lng = ${long} where id = ${id}`.execute(db)
  fixture.clock.pass(60)
  const own = fixture.server.geocoder
  const radii: number[] = []
  fixture.server.geocoder = {
    ...own,
    suggest: (input, options) => {
      radii.push(options.radiusMetres)
      return own.suggest(input, options)
    },
  }
  const { json } = await fixture.ask('of-both', 'GET', '/api/places-search-new?input=strada lunga')
  expect([json.length, radii]).toEqual([1, [50_000]])
})
