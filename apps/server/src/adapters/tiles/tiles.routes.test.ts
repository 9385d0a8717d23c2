import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database/database-copy.ts'
import { aDatabase } from '../../testing/database/test-database.ts'
import { fieldsOf } from '../../testing/map/protobuf.ts'
import { MAP_LAYERS } from '../map-import/city-map.ts'
import { loadSchematicCity } from '../map-import/schematic/schematic-city.ts'
import { column, row } from '../map-import/tiles/cut-tiles.ts'
import { embeddedTiles } from './embedded-tiles.ts'
import { RasterTiles } from './raster-tiles.ts'
import { tilesRoutes } from './tiles.routes.ts'
import type { TileSource } from './tiles.ts'

const CLOCK = {
  now: () => new Date('2026-03-01T08:00:00Z'),
  wall: () => new Date('2026-03-01T08:00:00Z'),
  elapsedMs: () => 0,
}
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
  const tiles = embeddedTiles(database.db)
  tilesRoutes(http, tiles, new RasterTiles(tiles, CLOCK))
})
afterAll(async () => {
  await http.close()
  await database.close()
})

const tileAt = (z: number) => `/tiles/${z}/${column(SQUARE.long, z)}/${row(SQUARE.lat, z)}.mvt`

/** Number of features by layer name. */
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

test('a tile of the old town contains its streets, houses, land and names, compressed with gzip', async () => {
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

test('a client without gzip gets the same tile uncompressed', async () => {
  const answer = await http.inject({ url: tileAt(14), headers: { 'accept-encoding': 'identity' } })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(layersOf(answer.rawPayload).roads).toBeGreaterThan(10)
})

test('far away only big shapes are drawn', async () => {
  const answer = await http.inject({ url: tileAt(8), headers: { 'accept-encoding': 'identity' } })
  const layers = layersOf(answer.rawPayload)
  expect(layers.addresses).toBeUndefined()
  expect(layers.roads).toBeGreaterThan(0)
})

test("every zoom of the map's range has its tile", async () => {
  for (let z = 8; z <= 14; z++) expect((await http.inject(tileAt(z))).statusCode, `zoom ${z}`).toBe(200)
})

test('where there is nothing to draw the reply is 204, and an impossible tile gives 404', async () => {
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

test('a browser that has a tile already gets 304 without the tile', async () => {
  const first = await http.inject(tileAt(14))
  const name = String(first.headers.etag)
  const again = await http.inject({ url: tileAt(14), headers: { 'if-none-match': name } })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
  expect((await http.inject({ url: tileAt(14), headers: { 'if-none-match': 'W/"other"' } })).statusCode).toBe(200)
})

describe('our map as pictures', () => {
  const pictureAt = (z: number, scheme = 'light') =>
    `/tiles/raster/${z}/${column(SQUARE.long, z)}/${row(SQUARE.lat, z)}.png?scheme=${scheme}&v=1`
  const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

  test.each([8, 13, 14, 16, 18])('at zoom %i a picture of 512 pixels in the colours of each scheme', async (z) => {
    const [light, dark] = await Promise.all([http.inject(pictureAt(z)), http.inject(pictureAt(z, 'dark'))])
    expect(light.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
    expect(sizeOf(light.rawPayload)).toEqual([512, 512])
    expect(sizeOf(dark.rawPayload)).toEqual([512, 512])
    expect(dark.rawPayload.equals(light.rawPayload)).toBe(false)
    const known = { 'if-none-match': String(light.headers.etag) }
    expect((await http.inject({ url: pictureAt(z), headers: known })).statusCode).toBe(304)
  })

  test('where nothing is drawn the picture is one transparent pixel; beyond the zoom range there is none', async () => {
    const empty = await http.inject('/tiles/raster/14/0/0.png')
    expect([empty.statusCode, ...sizeOf(empty.rawPayload)]).toEqual([200, 1, 1])
    for (const wrong of ['/tiles/raster/7/1/1.png', '/tiles/raster/19/1/1.png', '/tiles/raster/8/256/1.png'])
      expect((await http.inject(wrong)).statusCode, wrong).toBe(404)
  })

  test('more pictures than can be drawn are refused with Retry-After, the others are drawn', async () => {
    let draw = () => {}
    const drawn = new Promise<null>((resolve) => {
      draw = () => resolve(null)
    })
    const slow: TileSource = { info: async () => null, tile: () => drawn }
    await using busy = Fastify()
    tilesRoutes(busy, slow, new RasterTiles(slow, CLOCK))
    const requests = Array.from({ length: 230 }, (_none, x) => busy.inject(`/tiles/raster/14/${x}/1.png`))
    // Nothing is drawn yet, so only a refusal can come first.
    expect((await Promise.race(requests)).statusCode).toBe(503)
    draw()
    const answers = await Promise.all(requests)
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers['retry-after']).toBe('2')
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(answers.length - refused.length)
  })
})

test('a versioned tile may be cached for a day', async () => {
  expect((await http.inject(`${tileAt(12)}?v=1`)).headers['cache-control']).toBe('public, max-age=86400')
})

test('the map describes itself: schematic, its bounds and its attribution', async () => {
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

test('light and dark are the same drawing in other colours, over our own layers and without external fonts', async () => {
  const [light, dark] = await Promise.all(
    ['light', 'dark'].map(async (scheme) => (await http.inject(`/tiles/style.json?scheme=${scheme}`)).json()),
  )
  expect(light.layers.map(({ id }: { id: string }) => id)).toEqual(dark.layers.map(({ id }: { id: string }) => id))
  expect(light.layers[0].paint).not.toEqual(dark.layers[0].paint)
  expect(light.glyphs).toBeUndefined()
  expect(light.sources.city.tiles[0]).toMatch(/^http:\/\/[^/]+\/tiles\/\{z\}\/\{x\}\/\{y\}\.mvt\?v=\d+$/)
  const ofTiles = light.layers.filter(({ source }: { source?: string }) => source === 'city')
  expect(ofTiles.length).toBeGreaterThan(15)
  for (const layer of ofTiles) expect(MAP_LAYERS).toContain(layer['source-layer'])
})

test('before any map is loaded the reply says so', async () => {
  await using empty = await aDatabase()
  await using bare = Fastify()
  const tiles = embeddedTiles(empty.db)
  tilesRoutes(bare, tiles, new RasterTiles(tiles, CLOCK))
  expect((await bare.inject('/tiles/info')).statusCode).toBe(404)
  expect((await bare.inject('/tiles/style.json')).statusCode).toBe(404)
  expect((await bare.inject(tileAt(14))).statusCode).toBe(204)
})
