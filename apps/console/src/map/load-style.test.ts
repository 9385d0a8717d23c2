import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadStyle } from './load-style.ts'

const answer = (body: unknown, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://taxi.ro' } }))
afterEach(() => vi.unstubAllGlobals())

describe('the style of a base map', () => {
  test('of our own gets absolute URLs', async () => {
    answer({ version: 8, sources: { a: { type: 'raster', tiles: ['/tiles/raster/{z}/{x}/{y}.png'] } }, layers: [] })
    expect((await loadStyle('/tiles/styles/osm.json')).sources.a).toMatchObject({
      tiles: ['https://taxi.ro/tiles/raster/{z}/{x}/{y}.png'],
    })
  })

  test('of another provider gets prefixed names and no glyphs', async () => {
    const roads = { id: 'zones-fill', type: 'line', source: 'cars', 'source-layer': 'roads' }
    const ground = { id: 'ground', type: 'background' }
    answer({
      version: 8,
      glyphs: 'https://x/{range}',
      sources: { cars: { type: 'vector', url: 'u' } },
      layers: [ground, roads],
    })
    const style = await loadStyle('https://maps.example.ro/style.json?key=k')
    expect(style.glyphs).toBeUndefined()
    expect(Object.keys(style.sources)).toEqual(['base:cars'])
    expect(style.layers).toEqual([
      { ...ground, id: 'base:ground' },
      { ...roads, id: 'base:zones-fill', source: 'base:cars' },
    ])
  })

  test.each([
    ['refused', '{}', 403],
    ['no JSON', '<html>', 200],
    ['no style of version 8', { version: 7, layers: [], sources: {} }, 200],
    ['without layers', { version: 8, sources: {} }, 200],
    ['null', 'null', 200],
  ])('throws when it is %s', async (_what, body, status) => {
    answer(body, status)
    await expect(loadStyle('https://maps.example.ro/style.json')).rejects.toThrow()
  })
})
