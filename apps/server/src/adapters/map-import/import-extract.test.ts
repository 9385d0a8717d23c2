import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db/database.ts'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { readCityMap } from '../../testing/map/read-city-map.ts'
import { expectSameThroughFiles } from '../../testing/map/same-import.ts'
import { type TinyNode, type TinyRelation, type TinyWay, tinyExtract } from '../../testing/map/tiny-extract.ts'
import { embeddedGeocoder } from '../geocoding/embedded-geocoder.ts'
import { embeddedTiles } from '../tiles/embedded-tiles.ts'
import type { CityMap } from './city-map.ts'
import { ExtractError } from './extract/extract-error.ts'
import { importExtract } from './import-extract.ts'
import { ImportRunning, loadCityMap } from './load-city-map.ts'
import { withImportLock } from './map-import.store.ts'
import { readRoadsWanted } from './roads-within.ts'
import { loadSchematicCity } from './schematic/schematic-city.ts'

/** A town and a village on two sides of a border that the extract cuts off north and south of them. */
const NODES: TinyNode[] = [
  { id: 1, lat: 45.6, long: 25.6, tags: { place: 'town', name: 'Orașul Mic', population: '9000' } },
  { id: 2, lat: 45.6, long: 25.601 },
  { id: 3, lat: 45.605, long: 25.601 },
  { id: 4, lat: 45.6002, long: 25.6012, tags: { 'addr:street': 'Strada Morii', 'addr:housenumber': '2' } },
  { id: 5, lat: 45.6042, long: 25.6012, tags: { 'addr:street': 'Strada Morii', 'addr:housenumber': '10A' } },
  { id: 6, lat: 45.6, long: 25.65 },
  { id: 7, lat: 45.605, long: 25.65 },
  { id: 8, lat: 45.59, long: 25.62 },
  { id: 9, lat: 45.61, long: 25.62 },
  { id: 10, lat: 45.6005, long: 25.6011, tags: { railway: 'station', name: 'Orașul Mic' } },
  { id: 11, lat: 45.601, long: 25.6011, tags: { highway: 'bus_stop', name: 'Moara' } },
  { id: 12, lat: 45.6012, long: 25.6009, tags: { highway: 'bus_stop', name: 'Moara' } },
  { id: 13, lat: 45.602, long: 25.6012, tags: { shop: 'supermarket', name: 'Prăvălia' } },
  { id: 14, lat: 45.603, long: 25.603 },
  { id: 15, lat: 45.603, long: 25.6032 },
  { id: 16, lat: 45.6032, long: 25.6032 },
]
const WAYS: TinyWay[] = [
  { id: 101, refs: [2, 3], tags: { highway: 'residential', name: 'Strada Morii', old_name: 'Strada Veche' } },
  { id: 102, refs: [6, 7], tags: { highway: 'residential', name: 'Strada Morii' } },
  { id: 103, refs: [8, 9], tags: {} },
  { id: 104, refs: [14, 15, 16, 14], tags: { building: 'apartments', name: 'Bloc C4', 'addr:street': 'Strada Morii' } },
  { id: 105, refs: [2, 999], tags: { highway: 'residential', name: 'Strada Tăiată' } },
  { id: 106, refs: [6, 2], tags: { highway: 'primary', name: 'Calea Mare', ref: 'DN1', int_ref: 'E60; E68' } },
  { id: 107, refs: [8, 6], tags: { highway: 'secondary', ref: 'DJ103A' } },
]
const RELATIONS: TinyRelation[] = [
  {
    id: 201,
    ways: [{ ref: 103, role: 'outer' }],
    tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Orașul Mic' },
  },
  {
    id: 202,
    ways: [{ ref: 103, role: 'outer' }],
    tags: { type: 'boundary', boundary: 'administrative', admin_level: '8', name: 'Satul Vecin' },
  },
]
/** Timeout of importing a whole city twice on a busy machine. */
const TIMEOUT = 300_000
const AT = new Date('2026-03-01T08:00:00Z')
const OPTIONS = { centre: { lat: 45.6, long: 25.6 }, radiusMetres: 50_000, limit: 10, sessionToken: null }

let folder: string
let file: string
let city: CityMap
let database: TestDatabase
let db: Db

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dispecerat-map-'))
  file = path.join(folder, 'town.osm.pbf')
  await fs.writeFile(file, tinyExtract(NODES, WAYS, RELATIONS))
  city = await readCityMap(file)
  database = await aDatabase()
  db = database.db
})
afterAll(async () => {
  await database.close()
  await fs.rm(folder, { recursive: true })
})

const suggested = async (typed: string) => (await embeddedGeocoder(db).suggest(typed, OPTIONS)).map(({ name }) => name)

test('distant pieces of one name are two streets, each in the settlement on its side of the border', () => {
  expect(city.name).toBe('Orașul Mic')
  expect(city.streets.map(({ name, locality }) => `${name}, ${locality}`).sort()).toEqual([
    'Calea Mare, Satul Vecin',
    'DJ103A, Satul Vecin',
    'Strada Morii, Orașul Mic',
    'Strada Morii, Satul Vecin',
  ])
})

test('houses, blocs, stops of both sides and the station get the names callers use', () => {
  const morii = city.streets.find(({ locality }) => locality === 'Orașul Mic')
  expect(morii?.houses.map(({ number, suffix, bloc }) => [number, suffix, bloc])).toEqual([
    [2, '', null],
    [10, 'a', null],
    [null, '', 'c4'],
  ])
  expect(morii?.aliases).toEqual(['Strada Veche'])
  expect(city.places.map(({ name, kind, detail }) => [kind, name, detail]).sort()).toEqual([
    ['locality', 'Orașul Mic', ''],
    ['place', 'Gara Orașul Mic', 'Strada Morii'],
    ['place', 'Prăvălia', 'Strada Morii'],
    ['stop', 'Stația Moara', 'Strada Morii'],
  ])
})

test('an imported town is found by street, number, bloc, old name and station, and has tiles', async () => {
  await loadCityMap(db, city, AT)
  expect((await suggested('str morii 10a'))[0]).toBe('Strada Morii 10A, Orașul Mic')
  expect((await suggested('morii satul vecin'))[0]).toBe('Strada Morii, Satul Vecin')
  expect((await suggested('morii bl c4'))[0]).toBe('Strada Morii, bl. C4, Orașul Mic')
  expect((await suggested('strada veche'))[0]).toBe('Strada Morii, Orașul Mic')
  for (const typed of ['dn1', 'DN 1', 'dn1 km 5', 'e60', 'E 68'])
    expect((await suggested(typed))[0]).toBe('Calea Mare, Satul Vecin')
  for (const typed of ['dj103a', 'DJ 103A']) expect((await suggested(typed))[0]).toBe('DJ103A, Satul Vecin')
  expect((await suggested('gara'))[0]).toBe('Gara Orașul Mic (Strada Morii), Orașul Mic')
  expect(await embeddedTiles(db).info()).toMatchObject({
    name: 'Orașul Mic',
    schematic: false,
    attribution: '© OpenStreetMap contributors',
  })
})

test('a second import replaces the first, keeps the ids of places, and leaves nothing behind', async () => {
  const before = await embeddedGeocoder(db).suggest('morii 2', OPTIONS)
  await loadCityMap(db, { ...city, streets: [...city.streets].reverse() }, AT)
  expect(await embeddedGeocoder(db).suggest('morii 2', OPTIONS)).toEqual(before)
  const { rows } = await sql<{ datasets: number; foreign: number }>`
    select (select count(*) from map_datasets) as datasets,
      (select count(*) from gazetteer g join map_datasets d on d.id = g.dataset_id where d.state <> 'live') as foreign
  `.execute(db)
  expect(rows).toEqual([{ datasets: 1, foreign: 0 }])
})

test('a small town imported through files on disk is the same as in memory', { timeout: TIMEOUT }, async () => {
  await expectSameThroughFiles(file, { at: AT, folder: path.join(folder, 'work') })
  expect(await fs.readdir(folder)).not.toContain('work')
})

test('of a country, only roads in the requested circles are stored', async () => {
  await using fresh = await aDatabase()
  const folderOfIt = path.join(folder, 'work')
  const none = await importExtract(fresh.db, file, { at: AT, folder: folderOfIt, roads: [] })
  expect(none.roads).toBe(0)
  const near = await importExtract(fresh.db, file, {
    at: AT,
    folder: folderOfIt,
    roads: readRoadsWanted('45.6,25.6,2') ?? [],
  })
  expect(near.roads).toBe(3)
  expect(near.beyond).toEqual([])
  for (const wrong of ['', '45.6', '45.6,25.6', '45.6,25.6,0', '95,25,10', 'x,y,z', '1,2,3,4']) {
    expect(readRoadsWanted(wrong), wrong).toBeNull()
  }
})

test('an import that dies half way leaves the live map unchanged, and the next one removes the rest', async () => {
  const broken = { ...city, bounds: { ...city.bounds }, shapes: { ...city.shapes, roads: null as unknown as [] } }
  await expect(loadCityMap(db, broken, AT)).rejects.toThrow()
  expect((await suggested('morii 2'))[0]).toBe('Strada Morii 2, Orașul Mic')
  const loading = () => sql<{ n: number }>`select count(*) as n from map_datasets where state = 'loading'`.execute(db)
  expect((await loading()).rows).toEqual([{ n: 1 }])
  await loadCityMap(db, city, AT)
  expect((await loading()).rows).toEqual([{ n: 0 }])
})

test('companies located beyond the map are listed at the end', async () => {
  await using fresh = await aDatabase()
  await sql`insert into companies (name, lat, lng, created_at) values ('Taxi Local', 45.602, 25.601, now()),
    ('Taxi Iași', 47.15, 27.59, now()), ('Taxi Nicăieri', null, null, now())`.execute(fresh.db)
  const { beyond } = await importExtract(fresh.db, file, { at: AT, folder: path.join(folder, 'beyond') })
  expect(beyond).toEqual(['Taxi Iași'])
})

test('two imports at once: the second is refused while the first runs', async () => {
  await withImportLock(db, async () => {
    await expect(loadCityMap(db, city, AT)).rejects.toThrow(ImportRunning)
  })
})

test('the schematic city never replaces a real one, and is loaded once', async () => {
  expect(await loadSchematicCity(db, AT)).toBe(false)
  await using fresh = await aDatabase()
  expect(await loadSchematicCity(fresh.db, AT)).toBe(true)
  expect(await loadSchematicCity(fresh.db, AT)).toBe(false)
  expect(await embeddedTiles(fresh.db).info()).toMatchObject({ schematic: true, attribution: 'Hartă schematică' })
})

test('a missing, empty, truncated, wrong or streetless file is refused with a clear message', async () => {
  const whole = tinyExtract(NODES, WAYS, RELATIONS)
  const files = {
    empty: Buffer.alloc(0),
    cut: whole.subarray(0, whole.length - 40),
    foreign: Buffer.from('PK\u0003\u0004 this is no map at all, but long enough to look at'),
    streetless: tinyExtract(NODES.slice(0, 3), []),
  }
  for (const [name, bytes] of Object.entries(files)) {
    const bad = path.join(folder, `${name}.osm.pbf`)
    await fs.writeFile(bad, bytes)
    await expect(readCityMap(bad), name).rejects.toThrow(ExtractError)
  }
  await expect(readCityMap(path.join(folder, 'none.osm.pbf'))).rejects.toThrow('There is no file')
  await expect(readCityMap(folder)).rejects.toThrow(ExtractError)
})

test('two nodes that start at once load the schematic city once', async () => {
  await using fresh = await aDatabase()
  const loaded = await Promise.all([loadSchematicCity(fresh.db, AT), loadSchematicCity(fresh.db, AT)])
  expect(loaded.filter(Boolean)).toHaveLength(1)
  const { rows } = await sql<{ n: number }>`select count(*) as n from map_datasets`.execute(fresh.db)
  expect(rows).toEqual([{ n: 1 }])
})
