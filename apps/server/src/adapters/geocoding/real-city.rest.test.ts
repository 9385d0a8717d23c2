import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DEFAULT_CENTRE } from '@dispecerat/domain/kernel/geo'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { readCityMap } from '../../testing/map/read-city-map.ts'
import { expectSameThroughFiles } from '../../testing/map/same-import.ts'
import { loadCityMap } from '../map-import/load-city-map.ts'
import { embeddedGeocoder } from './embedded-geocoder.ts'

const extract = process.env.MAP_EXTRACT
const AT = new Date('2026-03-01T08:00:00Z')
const OPTIONS = { centre: DEFAULT_CENTRE, radiusMetres: 50_000, limit: 10, sessionToken: null }

describe.runIf(extract)('on a real extract of Brașov', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await aDatabase()
    await loadCityMap(database.db, await readCityMap(extract ?? ''), AT)
  }, 60_000)
  afterAll(() => database.close())

  test.each([
    ['lunga', 'Strada Lungă, Brașov'],
    ['lugna 5', 'Strada Lungă 5, Brașov'],
    ['strada lungă 12', 'Strada Lungă 12, Brașov'],
    ['brasov lunga 5', 'Strada Lungă 5, Brașov'],
    ['calea bucuresti 25', 'Calea București 25, Brașov'],
    ['cal bucuresti', 'Calea București, Brașov'],
    ['bucuresti calea', 'Calea București, Brașov'],
    ['bd garii 17', 'Bulevardul Gării 17, Brașov'],
    ['b-dul griviței 60', 'Bulevardul Griviței 60, Brașov'],
    ['bd grivtei 60', 'Bulevardul Griviței 60, Brașov'],
    ['1 decembrie 1918', 'Strada 1 Decembrie 1918, Brașov'],
    ['1 decembrie 1918 12', 'Strada 1 Decembrie 1918 12, Brașov'],
    ['9 mai 6', 'Strada 9 Mai 6, Brașov'],
    ['15 noiembrie', 'Bulevardul 15 Noiembrie, Brașov'],
    ['13 decembrie', 'Strada 13 Decembrie, Brașov'],
    ['harmanului 52', 'Strada Hărmanului 52, Brașov'],
    ['zizinului 109', 'Strada Zizinului 109, Brașov'],
    ['aurel vlaicu 26b', 'Strada Aurel Vlaicu 26B, Brașov'],
    ['vlaicu aurel', 'Strada Aurel Vlaicu, Brașov'],
    ['bd saturn', 'Bulevardul Saturn, Brașov'],
    ['de mijloc 40', 'Strada De Mijloc 40, Brașov'],
    ['mijloc', 'Strada De Mijloc, Brașov'],
    ['al vlahuta 10', 'Bulevardul Alexandru Vlahuță 10, Brașov'],
    ['vlahuta', 'Bulevardul Alexandru Vlahuță, Brașov'],
    ['str. dr. victor babes 3', 'Strada Doctor Victor Babeș 3, Brașov'],
    ['victor babes', 'Strada Doctor Victor Babeș, Brașov'],
    ['mihail kogalniceanu bl 14 sc b', 'Bulevardul Mihail Kogălniceanu 12, bl. 14 sc. B, Brașov'],
    ['kogalnicenu', 'Bulevardul Mihail Kogălniceanu, Brașov'],
    ['bd victoriei', 'Bulevardul Victoriei, Brașov'],
    ['piata sfatului', 'Piața Sfatului, Brașov'],
    ['p-ta unirii', 'Piața Unirii, Brașov'],
    ['castanilor', 'Strada Castanilor, Brașov'],
    ['iuliu maniu', 'Strada Iuliu Maniu, Brașov'],
    ['carpatilor', 'Strada Carpaților, Brașov'],
    ['turnului', 'Strada Turnului, Brașov'],
    ['memorandului', 'Strada Memorandului, Brașov'],
    ['republicii', 'Strada Republicii, Brașov'],
    ['gara', 'Gara Brașov (Bulevardul Gării 1A), Brașov'],
    ['afi', 'AFI Brașov (Bulevardul 15 Noiembrie 78), Brașov'],
    ['kaufland calea bucuresti', 'Kaufland (Calea București 112), Brașov'],
    ['astra', 'Astra, Brașov'],
    ['valea cetatii', 'Bulevardul Valea Cetății, Brașov'],
    ['poiana brasov', 'Poiana Brașov'],
    ['lunga cu muresenilor', 'Strada Lungă colț cu Strada Mureșenilor, Brașov'],
    ['iuliu maniu colt cu 15 noiembrie', 'Strada Iuliu Maniu colț cu Bulevardul 15 Noiembrie, Brașov'],
    ['caleabucuresti', 'Calea București, Brașov'],
    ['langa gara', 'Gara Brașov (Bulevardul Gării 1A), Brașov'],
    ['cogalniceanu', 'Bulevardul Mihail Kogălniceanu, Brașov'],
  ])('%j is %s', async (typed, name) => {
    const [first] = await embeddedGeocoder(database.db).suggest(typed, OPTIONS)
    expect(first?.name).toBe(name)
  })

  test('through files on disk the result is the same as in memory', { timeout: 180_000 }, async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-real-city-'))
    await expectSameThroughFiles(extract ?? '', { at: AT, folder: path.join(folder, 'work') })
    await fs.rm(folder, { recursive: true })
  })
})
