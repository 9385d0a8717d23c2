import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const PICTURES = { MAP_RASTER_URL: 'https://tiles.example.ro/{z}/{x}/{y}.png', MAP_RASTER_ATTRIBUTION: '© Exemplu' }
const GOOGLE_ADDRESSES = { GEOCODER: 'google', GEOCODER_KEY: 'k' }

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('without configuration there is only our own map', () => {
  expect(readConfig({}).maps).toEqual({ raster: null, style: null, google: null })
})

test('a raster host, a style host with its key, and Google are added to our own map', () => {
  const { maps } = readConfig({
    ...PICTURES,
    MAP_STYLE_URL: 'https://maps.example.ro/streets/style.json?key={key}',
    MAP_STYLE_KEY: 'a b',
    GOOGLE_MAPS_KEY: 'g',
  })
  expect(maps.raster).toMatchObject({ url: PICTURES.MAP_RASTER_URL, key: null, maxZoom: 19, tileSize: 256 })
  expect(maps.style?.light).toBe('https://maps.example.ro/streets/style.json?key=a%20b')
  expect(maps.style?.dark).toBe(maps.style?.light)
  expect(maps.google).toEqual({ key: 'g', url: 'https://tile.googleapis.com' })
})

test.each([
  [{ MAP_RASTER_URL: 'https://t.ro/1.png', MAP_RASTER_ATTRIBUTION: 'x' }, 'MAP_RASTER_URL must hold {z}, {x} and {y}'],
  [
    { ...PICTURES, MAP_RASTER_URL: 'ftp://t.ro/{z}/{x}/{y}' },
    'MAP_RASTER_URL must look like https://tiles.example.ro/{z}/{x}/{y}.png',
  ],
  [
    { MAP_RASTER_URL: PICTURES.MAP_RASTER_URL },
    'MAP_RASTER_ATTRIBUTION is needed with MAP_RASTER_URL: the maker of a map is named on it',
  ],
  [
    { ...PICTURES, MAP_RASTER_URL: 'https://t.ro/{z}/{x}/{y}?k={key}' },
    'MAP_RASTER_KEY is needed: MAP_RASTER_URL holds {key}',
  ],
  [{ ...PICTURES, MAP_RASTER_MAX_ZOOM: '99' }, 'MAP_RASTER_MAX_ZOOM must be a whole number, 1 to 22 (it is "99")'],
  [
    GOOGLE_ADDRESSES,
    "GOOGLE_MAPS_KEY is needed with GEOCODER=google: Google's addresses may be shown on Google's map only",
  ],
  [
    { ...GOOGLE_ADDRESSES, ...PICTURES, GOOGLE_MAPS_KEY: 'g' },
    "MAP_RASTER_URL may not stand beside GEOCODER=google: Google's addresses may be shown on Google's map only",
  ],
])('%o does not start, and the error names the variable', (env, problem) => {
  expect(problemsOf(env)).toEqual([problem])
})

test("Google's geocoder and Google's map require each other, and errors repeat no key", () => {
  expect(problemsOf({ ...GOOGLE_ADDRESSES, GOOGLE_MAPS_KEY: 'g' })).toEqual([])
  expect(problemsOf({ ...PICTURES, MAP_RASTER_KEY: 'secret'.repeat(50) }).join()).not.toContain('secret')
})
