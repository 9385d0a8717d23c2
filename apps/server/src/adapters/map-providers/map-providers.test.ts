import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../platform/config/config.ts'
import { createHttp } from '../../platform/http/http-server.ts'
import { aMapHost, type HostMood, type MapHost, ONE_PIXEL } from '../../testing/map/a-map-host.ts'
import { TestClock } from '../../testing/test-clock.ts'
import { NO_TILES, type TileSource } from '../tiles/tiles.ts'
import { mapProvidersRoutes } from './map-providers.routes.ts'
import { MapProviders, mapOrigins } from './map-providers.ts'
import { NoPicture, PictureHost } from './picture-host.ts'

const SOME_MAP: TileSource = {
  ...NO_TILES,
  info: async () => ({
    version: '1',
    name: 'Brașov',
    schematic: false,
    attribution: '© OpenStreetMap contributors',
    bounds: { west: 25.5, south: 45.5, east: 25.7, north: 45.7 },
    minZoom: 8,
    maxZoom: 14,
  }),
}

let host: MapHost
let clock: TestClock
beforeEach(async () => {
  host = await aMapHost()
  clock = new TestClock('2026-03-01T10:00:00Z')
  host.sessionsUntil = clock.now().getTime() / 1000 + 14 * 86_400
})
afterEach(() => host.close())

async function requestJson(config: Config, url: string, tiles = SOME_MAP) {
  const { maps, geocoder } = config
  await using http = await createHttp({
    log: (await import('pino')).pino({ level: 'silent' }),
    findLogin: async () => null,
    answered: () => undefined,
    publicOrigins: [],
    mapOrigins: mapOrigins(maps),
    consoleDist: '/nonexistent',
  })
  const providers = new MapProviders({ maps, geocoder: geocoder.kind, clock })
  mapProvidersRoutes(http, { tiles, providers, maps, clock })
  const answer = await http.inject(url)
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.rawPayload }
}

const pictures = (more = {}) => ({
  MAP_RASTER_URL: `${host.url}/{z}/{x}/{y}.png`,
  MAP_RASTER_ATTRIBUTION: '© <a href="https://exemplu.ro">Exemplu</a>',
  ...more,
})

describe('the maps that can be chosen', () => {
  test('without configuration our own map is offered, as vectors and as pictures, and Google with the missing setting', async () => {
    const { body } = await requestJson(readConfig({}), '/api/map-config')
    expect(body.data.map(({ id, is_available }: { id: string; is_available: boolean }) => [id, is_available])).toEqual([
      ['osm', true],
      ['osm-raster', true],
      ['google', false],
    ])
    expect(body.data[2].why_not).toBe('Harta Google nu este configurată: lipsește cheia')
    expect(body.data[0].attribution).toContain('href="https://www.openstreetmap.org/copyright"')
  })

  test('before any map is loaded, ours say so', async () => {
    const { body } = await requestJson(readConfig({}), '/api/map-config', NO_TILES)
    expect(body.data[0]).toMatchObject({ is_available: false, why_not: 'Harta nu este încărcată' })
  })

  test("with Google's addresses only Google's map can be chosen, and the others say why", async () => {
    const config = readConfig({ GEOCODER: 'google', GEOCODER_KEY: 'k', GOOGLE_MAPS_KEY: 'g' })
    const { body } = await requestJson(config, '/api/map-config')
    const can = body.data.filter(({ is_available }: { is_available: boolean }) => is_available)
    expect(can.map(({ id }: { id: string }) => id)).toEqual(['google'])
    expect(body.data[0].why_not).toBe('Adresele Google se pot arăta numai pe harta Google')
  })

  test('hosts that browsers request themselves are named in the security policy, and no others', async () => {
    const open = await requestJson(readConfig(pictures()), '/api/map-config')
    expect(open.headers['content-security-policy']).toContain(
      `connect-src 'self' ws://localhost:80 wss://localhost:80 ${host.url};`,
    )
    expect(open.headers['content-security-policy']).toMatch(new RegExp(`img-src [^;]*${host.url};`))
    const keyed = readConfig(pictures({ MAP_RASTER_URL: `${host.url}/{z}/{x}/{y}?k={key}`, MAP_RASTER_KEY: 's3' }))
    expect((await requestJson(keyed, '/api/map-config')).headers['content-security-policy']).not.toContain(host.url)
  })
})

describe('a host of pictures with a key', () => {
  const keyed = () =>
    readConfig(pictures({ MAP_RASTER_URL: `${host.url}/{z}/{x}/{y}.png?key={key}`, MAP_RASTER_KEY: 's3cret' }))

  test('is requested by the server alone: no browser sees the key', async () => {
    const style = await requestJson(keyed(), '/tiles/styles/raster.json')
    expect(style.body.sources.pictures.tiles).toEqual(['http://localhost:80/tiles/pictures/{z}/{x}/{y}'])
    const picture = await requestJson(keyed(), '/tiles/pictures/12/2339/1468')
    expect(picture.body).toEqual(ONE_PIXEL)
    expect(picture.headers['content-type']).toBe('image/png')
    expect(host.asked).toEqual(['/12/2339/1468.png?key=s3cret'])
    const allText = JSON.stringify([style, await requestJson(keyed(), '/api/map-config')])
    expect(allText).not.toContain('s3cret')
  })

  test.each<[HostMood, number]>([
    ['refuses', 502],
    ['garbage', 502],
    ['endless', 502],
    ['nothing', 404],
  ])('that %s returns no picture', async (mood, status) => {
    host.mood = mood
    expect((await requestJson(keyed(), '/tiles/pictures/12/1/1')).status).toBe(status)
  })

  test('that hangs is not requested after some tries, and tried again later', async () => {
    host.mood = 'hangs'
    const one = new PictureHost({ url: `${host.url}/{z}/{x}/{y}`, key: 'k', clock, timeoutMs: 1000 })
    for (let x = 0; x < 9; x++) await expect(one.picture(5, x, 1)).rejects.toThrow(NoPicture)
    expect(host.asked).toHaveLength(6)
    host.mood = 'well'
    clock.pass(11)
    expect((await one.picture(5, 1, 1)).bytes).toEqual(ONE_PIXEL)
  })

  test('is requested once for a picture that many look at', async () => {
    const one = new PictureHost({ url: `${host.url}/{z}/{x}/{y}`, key: 'k', clock })
    await one.picture(5, 1, 1)
    await one.picture(5, 1, 1)
    expect(host.asked).toHaveLength(1)
    clock.pass(3601)
    await one.picture(5, 1, 1)
    expect(host.asked).toHaveLength(2)
  })
})

test('a host without a key is requested by browsers, with its own attribution', async () => {
  const { body } = await requestJson(readConfig(pictures()), '/tiles/styles/raster.json?scheme=dark')
  expect(body.sources.pictures).toMatchObject({ tiles: [`${host.url}/{z}/{x}/{y}.png`], maxzoom: 19, tileSize: 256 })
  expect(body.sources.pictures.attribution).toContain('Exemplu')
})

describe('Google', () => {
  const google = () => readConfig({ GOOGLE_MAPS_KEY: 'AIza', GOOGLE_MAPS_URL: host.url })
  const sessions = () => host.asked.filter((path) => path.startsWith('/v1/createSession'))
  const providers = () => new MapProviders({ maps: google().maps, geocoder: 'embedded', clock })

  test('returns a session, its tiles and the address of its copyright', async () => {
    const style = await providers().google('light')
    expect(style?.sources.pictures).toMatchObject({
      tiles: [`${host.url}/v1/2dtiles/{z}/{x}/{y}?session=session-1&key=AIza`],
      tileSize: 256,
    })
    expect(style?.metadata?.copyright_url).toBe(`${host.url}/tile/v1/viewport?session=session-1&key=AIza`)
  })

  test('is requested for one session by many pages, and for another a day before it ends', async () => {
    const one = providers()
    await Promise.all([one.google('light'), one.google('light'), one.google('light')])
    expect(sessions()).toHaveLength(1)
    clock.pass(12.9 * 86_400)
    await one.google('light')
    expect(sessions()).toHaveLength(1)
    clock.pass(0.2 * 86_400)
    host.sessionsUntil += 14 * 86_400
    expect((await one.google('light'))?.sources.pictures?.tiles[0]).toContain('session-2')
  })

  test('that refuses a new session leaves the old one until it ends', async () => {
    const one = providers()
    await one.google('light')
    clock.pass(13.5 * 86_400)
    host.mood = 'refuses'
    expect((await one.google('light'))?.sources.pictures?.tiles[0]).toContain('session-1')
    clock.pass(86_400)
    await expect(one.google('light')).rejects.toThrow('refused')
  })

  test.each<HostMood>(['refuses', 'garbage'])('that %s gives a clear error and never shows the key', async (mood) => {
    host.mood = mood
    const { status, body } = await requestJson(google(), '/tiles/styles/google.json')
    expect([status, body.message]).toEqual([503, 'Harta Google nu răspunde'])
    expect(JSON.stringify(body)).not.toContain('AIza')
  })
})

test('an unknown provider has no style', async () => {
  expect((await requestJson(readConfig({}), '/tiles/styles/other.json')).status).toBe(404)
  expect((await requestJson(readConfig({}), '/tiles/styles/raster.json')).status).toBe(404)
  expect((await requestJson(readConfig({}), '/tiles/styles/google.json')).status).toBe(404)
})
