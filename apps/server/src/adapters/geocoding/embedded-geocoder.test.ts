import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { loadSchematicCity } from '../map-import/schematic/schematic-city.ts'
import { embeddedGeocoder } from './embedded-geocoder.ts'
import type { EmbeddedGeocoder } from './geocoding.ts'

const OPTIONS = { centre: DEFAULT_CENTRE, radiusMetres: 50_000, limit: 10, sessionToken: null }
const LOADED_AT = new Date('2026-03-01T08:00:00Z')

let database: TestDatabase
let geocoder: EmbeddedGeocoder

beforeAll(async () => {
  database = await aDatabase()
  await loadSchematicCity(database.db, LOADED_AT)
  geocoder = embeddedGeocoder(database.db)
})
afterAll(() => database.close())

const firstName = async (typed: string) => (await geocoder.suggest(typed, OPTIONS))[0]?.name ?? null

describe('the first suggestion', () => {
  test.each([
    ['Strada Lungă', 'Strada Lungă, Brașov'],
    ['strada lunga', 'Strada Lungă, Brașov'],
    ['Strada Lungă 12', 'Strada Lungă 12, Brașov'],
    ['lunga 12', 'Strada Lungă 12, Brașov'],
    ['str. Lungă nr. 12A', 'Strada Lungă 12A, Brașov'],
    ['12 strada lunga', 'Strada Lungă 12, Brașov'],
    ['lunga 12 brasov', 'Strada Lungă 12, Brașov'],
    ['Brașov, str. Lungă, nr. 12', 'Strada Lungă 12, Brașov'],
    ['b-dul griviţei 60', 'Bulevardul Griviței 60, Brașov'],
    ['bd. Griviței', 'Bulevardul Griviței, Brașov'],
    ['bdul garii 17', 'Bulevardul Gării 17, Brașov'],
    ['cal. bucuresti 25', 'Calea București 25, Brașov'],
    ['bucuresti calea', 'Calea București, Brașov'],
    ['al. brediceanu', 'Aleea Tiberiu Brediceanu, Brașov'],
    ['sos cristianului', 'Șoseaua Cristianului, Brașov'],
    ['p-ta unirii', 'Piața Unirii, Brașov'],
    ['piata sfatului', 'Piața Sfatului, Brașov'],
    ['dr victor babes 3', 'Strada Doctor Victor Babeș 3, Brașov'],
    ['sf ioan', 'Strada Sfântul Ioan, Brașov'],
    ['kogalniceanu mihail 4', 'Bulevardul Mihail Kogălniceanu 4, Brașov'],
    ['15 noiembrie', 'Bulevardul 15 Noiembrie, Brașov'],
    ['15 noiembrie 78', 'Bulevardul 15 Noiembrie 78, Brașov'],
    ['9 mai 6', 'Strada 9 Mai 6, Brașov'],
    ['1 decembrie 1918', 'Strada 1 Decembrie 1918, Brașov'],
    ['1 decembrie 1918 12', 'Strada 1 Decembrie 1918 12, Brașov'],
    ['gara', 'Gara Brașov (Bulevardul Gării), Brașov'],
    ['gara cfr', 'Gara Brașov (Bulevardul Gării), Brașov'],
    ['autogara 2', 'Autogara 2 Bartolomeu, Brașov'],
    ['afi', 'AFI Brașov (Bulevardul 15 Noiembrie), Brașov'],
    ['spitalul judetean', 'Spitalul Județean de Urgență (Calea București), Brașov'],
    ['spital judetean', 'Spitalul Județean de Urgență (Calea București), Brașov'],
    ['primarie', 'Primăria Municipiului Brașov (Bulevardul Eroilor), Brașov'],
    ['racadau', 'Răcădău, Brașov'],
    ['valea cetatii', 'Bulevardul Valea Cetății, Brașov'],
    ['cartier valea cetatii', 'Răcădău, Brașov'],
    ['poiana brasov', 'Poiana Brașov'],
    ['sinpetru', 'Sânpetru'],
    ['sînpetru', 'Sânpetru'],
    ['zoo', 'Grădina Zoologică, Brașov'],
  ])('for %j is %s', async (typed, name) => {
    expect(await firstName(typed)).toBe(name)
  })
})

describe('typing errors are tolerated', () => {
  test.each([
    ['lugna', 'Strada Lungă, Brașov'],
    ['lunfa 12', 'Strada Lungă 12, Brașov'],
    ['bd grivtei 60', 'Bulevardul Griviței 60, Brașov'],
    ['kogalnicenu', 'Bulevardul Mihail Kogălniceanu, Brașov'],
    ['hrmanului', 'Strada Hărmanului, Brașov'],
    ['zizinulii 10', 'Strada Zizinului 10, Brașov'],
    ['livada postie', 'Livada Poștei (Bulevardul Eroilor), Brașov'],
    ['tractoul', 'Tractorul, Brașov'],
  ])('%j is %s', async (typed, name) => {
    expect(await firstName(typed)).toBe(name)
  })
})

test.each(['', '   ', '.,!', 'qqqq zzzz', '🚕', "'; drop table gazetteer; --", ':* & !', '\\'])(
  'nothing is suggested for %j',
  async (typed) => {
    expect(await geocoder.suggest(typed, OPTIONS)).toEqual([])
  },
)

test('one letter already suggests, never more than the limit', async () => {
  const found = await geocoder.suggest('s', { ...OPTIONS, limit: 4 })
  expect(found).toHaveLength(4)
})

test.each(['s', 'str', 'lun', 'strad', 'strada', 'bulev'])(
  'the names that begin with %j are read once: a few letters begin half the names of a city',
  async (typed) => {
    let reads = 0
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode' && /tsquery|<%/.test(node.sqlFragments.join())) reads++
        return node
      },
      transformResult: async ({ result }) => result,
    }
    await embeddedGeocoder(database.db.withPlugin(counting)).suggest(typed, OPTIONS)
    expect(reads).toBe(1)
  },
)

test('a corrected spelling of a prefix is suggested beside the names that begin with it', async () => {
  const { db } = database
  await sql`
    insert into gazetteer (dataset_id, id, kind, name, type, core, detail, locality, lat, long, weight, words)
    select id, 987654, 'street', 'Strada Grivtelor', 'strada', 'grivtelor', '', 'Brașov', ${DEFAULT_CENTRE.lat},
      ${DEFAULT_CENTRE.long}, 0, array_to_tsvector(array['strada', 'grivtelor'])
    from map_datasets where state = 'live'
  `.execute(db)
  const names = (await embeddedGeocoder(db).suggest('grivt', OPTIONS)).map(({ name }) => name)
  await sql`delete from gazetteer where id = 987654`.execute(db)
  expect(names).toEqual(expect.arrayContaining(['Strada Grivtelor, Brașov', 'Bulevardul Griviței, Brașov']))
})

test('nothing outside the radius is suggested', async () => {
  const inCluj = { ...OPTIONS, centre: { lat: 46.77, long: 23.59 }, radiusMetres: 50_000 }
  expect(await geocoder.suggest('strada lunga', inCluj)).toEqual([])
})

test('a street in the corner of the bounding box, outside the circle, does not end the search for corrected spellings', async () => {
  const { db } = database
  const centre = { lat: 44.1, long: 22.9 }
  const street = sql`select id, 987654, 'street', 'Strada Colțului', 'strada', 'coltului', '', 'Colț', 44.108, 22.911, 0,
    array_to_tsvector(array['strada', 'coltului']) from map_datasets where state = 'live'`
  const expectedRow = sql`select id, 987655, 'place', 'Sttrada', '', 'sttrada', '', 'Colț', 44.1, 22.9, 0,
    array_to_tsvector(array['sttrada']) from map_datasets where state = 'live'`
  await sql`insert into gazetteer (dataset_id, id, kind, name, type, core, detail, locality, lat, long, weight, words)
    ${street} union all ${expectedRow}`.execute(db)
  const found = await embeddedGeocoder(db).suggest('strada', { ...OPTIONS, centre, radiusMetres: 1000 })
  await sql`delete from gazetteer where id in (987654, 987655)`.execute(db)
  expect(found.map(({ name }) => name)).toEqual(['Sttrada, Colț'])
})

test('odd and even numbers are on their own sides, in order along the street', async () => {
  const at = async (number: number) => (await geocoder.suggest(`lunga ${number}`, OPTIONS))[0]
  const [seven, eight, ninety] = [await at(7), await at(8), await at(90)]
  expect(seven?.precision).toBe('rooftop')
  expect(ninety?.precision).toBe('interpolated')
  expect(ninety?.lat).toBeGreaterThan(eight?.lat ?? 90)
  expect(seven?.long).not.toBe(eight?.long)
})

test("a number far beyond the street has the street's own coordinates", async () => {
  const [street] = await geocoder.suggest('strada lunga', OPTIONS)
  const [far] = await geocoder.suggest('strada lunga 999', OPTIONS)
  expect(far).toMatchObject({ precision: 'street', lat: street?.lat, long: street?.long })
})

test('every suggestion is found again by its id, with the same name and place', async () => {
  for (const typed of ['lunga 12', 'lunga 13a', 'gara', 'astra', 'cristian', 'piata sfatului 30']) {
    const [suggested] = await geocoder.suggest(typed, OPTIONS)
    const { fit: _fit, ...place } = suggested ?? {}
    expect(await geocoder.details(suggested?.placeId ?? '', null)).toEqual(place)
  }
  expect(await geocoder.details('gz_1', null)).toBeNull()
  expect(await geocoder.details('int_1', null)).toBeNull()
})

test('the address under a pin is the nearest house, and nothing in the woods', async () => {
  const [door] = await geocoder.suggest('lunga 13', OPTIONS)
  expect((await geocoder.reverse({ lat: door?.lat ?? 0, long: door?.long ?? 0 }))?.name).toBe('Strada Lungă 13, Brașov')
  expect(await geocoder.reverse({ lat: 45.55, long: 25.62 })).toBeNull()
})

test('without any map there are no suggestions, and no error', async () => {
  await using empty = await aDatabase()
  const nothing = embeddedGeocoder(empty.db)
  expect(await nothing.suggest('lunga', OPTIONS)).toEqual([])
  expect(await nothing.details('gz_1', null)).toBeNull()
  expect(await nothing.reverse(DEFAULT_CENTRE)).toBeNull()
})
