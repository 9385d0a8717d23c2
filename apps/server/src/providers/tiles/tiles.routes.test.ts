import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldsOf } from '../../testing/protobuf.ts'
import { aDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { MAP_LAYERS } from '../map-import/city-map.ts'
import { column, row } from '../map-import/cut-tiles.ts'
import { loadSchematicCity } from '../map-import/schematic/schematic-city.ts'
import { embeddedTiles } from './embedded-tiles.ts'
import { tilesRoutes } from './tiles.routes.ts'

const SQUARE = { lat: 45.642, long: 25.5887 }
const LAYERS = 3
const NAME = 1
const FEATURES = 2

let database: TestDatabase
let http: FastifyInstance

beforeAll(async () => {
  database = await aDatabase()
  await loadSchematicCity(database.db, new Date('2026-03-01T08:00:00Z'))
  http = Fastify()
  tilesRoutes(http, embeddedTiles(database.db))
})
afterAll(async () => {
  await http.close()
  await database.close()
})

const tileAt = (z: number) => `/tiles/${z}/${column(SQUARE.long, z)}/${row(SQUARE.lat, z)}.mvt`

/** Layer name → number of its features. */
function layersOf(tile: Buffer): Record<string, number> {
  const layers = fieldsOf(tile).filter(({ number }) => number === LAYERS)
  return Object.fromEntries(
    layers.map(({ value }) => {
      const fields = fieldsOf(value as Buffer)
      const name = String(fields.find(({ number }) => number === NAME)?.value)
      return [name, fields.filter(({ number }) => number === FEATURES).length]
    }),
  )
}

test('a tile of the old town holds its streets, houses, land and names, gzip’d for the browser', async () => {
  const answer = await http.inject({ url: tileAt(14), headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=300',
  })
  const layers = layersOf(gunzipSync(answer.rawPayload))
  expect(layers.roads).toBeGreaterThan(10)
  expect(layers.places).toBeGreaterThan(5)
  expect(layers.addresses).toBeGreaterThan(20)
  expect(layers.land).toBeGreaterThan(0)
})

test('a client without gzip gets the same tile plain', async () => {
  const answer = await http.inject({ url: tileAt(14), headers: { 'accept-encoding': 'identity' } })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(layersOf(answer.rawPayload).roads).toBeGreaterThan(10)
})

test('far away only what is big is drawn', async () => {
  const answer = await http.inject({ url: tileAt(8), headers: { 'accept-encoding': 'identity' } })
  const layers = layersOf(answer.rawPayload)
  expect(layers.addresses).toBeUndefined()
  expect(layers.roads).toBeGreaterThan(0)
})

test('every zoom that the map promises has its tile', async () => {
  for (let z = 8; z <= 14; z++) expect((await http.inject(tileAt(z))).statusCode, `zoom ${z}`).toBe(200)
})

test('where there is nothing to draw there is no content, and an impossible tile does not exist', async () => {
  expect((await http.inject('/tiles/14/0/0.mvt')).statusCode).toBe(204)
  expect((await http.inject('/tiles/4/8/5.mvt')).statusCode).toBe(204)
  for (const wrong of [
    '/tiles/2/9/1.mvt',
    '/tiles/99/1/1.mvt',
    '/tiles/a/b/c.mvt',
    '/tiles/14/-1/3.mvt',
    '/tiles/1/1/1.png',
  ]) {
    expect((await http.inject(wrong)).statusCode, wrong).toBe(404)
  }
})

test('a versioned tile may be kept for a day', async () => {
  expect((await http.inject(`${tileAt(12)}?v=1`)).headers['cache-control']).toBe('public, max-age=86400')
})

test('the map says what it is: schematic, its bounds and its attribution', async () => {
  const info = (await http.inject('/tiles/info')).json()
  expect(info).toMatchObject({
    name: 'Brașov',
    schematic: true,
    attribution: 'Hartă schematică',
    minZoom: 8,
    maxZoom: 14,
  })
  expect(info.bounds.west).toBeLessThan(SQUARE.long)
  expect(info.bounds.north).toBeGreaterThan(SQUARE.lat)
})

test('light and dark are the same drawing in other colours, over our own layers and without foreign fonts', async () => {
  const [light, dark] = await Promise.all(
    ['light', 'dark'].map(async (scheme) => (await http.inject(`/tiles/style.json?scheme=${scheme}`)).json()),
  )
  expect(light.layers.map(({ id }: { id: string }) => id)).toEqual(dark.layers.map(({ id }: { id: string }) => id))
  expect(light.layers[0].paint).not.toEqual(dark.layers[0].paint)
  expect(light.glyphs).toBeUndefined()
  expect(light.sources.city.tiles[0]).toMatch(/^http:\/\/[^/]+\/tiles\/\{z\}\/\{x\}\/\{y\}\.mvt\?v=\d+$/)
  for (const layer of light.layers.slice(1)) expect(MAP_LAYERS).toContain(layer['source-layer'])
})

test('before any map is loaded the map says so', async () => {
  await using empty = await aDatabase()
  await using bare = Fastify()
  tilesRoutes(bare, embeddedTiles(empty.db))
  expect((await bare.inject('/tiles/info')).statusCode).toBe(404)
  expect((await bare.inject('/tiles/style.json')).statusCode).toBe(404)
  expect((await bare.inject(tileAt(14))).statusCode).toBe(204)
})
