import type { ZoneFileFix } from '@dispecerat/contract/geography/zones'
import { describe, expect, test } from 'vitest'
import { readZonesFile, zonesAsFile } from './zones-file.ts'

const SQUARE = [
  [25.58, 45.64],
  [25.6, 45.64],
  [25.6, 45.65],
  [25.58, 45.65],
  [25.58, 45.64],
]
const east = (ring: number[][], degrees: number) => ring.map(([long = 0, lat = 0]) => [long + degrees, lat])
const HOLE = [
  [25.585, 45.643],
  [25.59, 45.643],
  [25.59, 45.647],
  [25.585, 45.643],
]

const feature = (geometry: unknown, properties: unknown = { name: 'Centru' }) => ({
  type: 'Feature',
  properties,
  geometry,
})
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings })
const file = (...features: unknown[]) => ({ type: 'FeatureCollection', features })
const read = (document: unknown, fixes: ZoneFileFix[] = [], names: Record<string, string> = {}) =>
  readZonesFile(document, { fixes: new Set(fixes), names })
const errorsOf = (document: unknown, fixes: ZoneFileFix[] = []) => read(document, fixes).zones.flatMap((z) => z.errors)

test('a FeatureCollection, a Feature and a bare Polygon are read: longitude first, the closing point removed', () => {
  const { zones } = read(file(feature(polygon(SQUARE), { name: ' Centru ', color: '#ABC' })))
  expect(zones).toMatchObject([{ key: '1', name: 'Centru', color: '#aabbcc', errors: [], fixes: [] }])
  expect(zones[0]?.ring).toEqual([
    { lat: 45.64, long: 25.58 },
    { lat: 45.64, long: 25.6 },
    { lat: 45.65, long: 25.6 },
    { lat: 45.65, long: 25.58 },
  ])
  expect(zones[0]?.squareMetres).toBeGreaterThan(1e6)
  expect(read(feature(polygon(SQUARE), { nume: 'Gara' })).zones).toMatchObject([{ name: 'Gara', errors: [] }])
  expect(read(polygon(SQUARE), [], { 1: 'Noua' }).zones).toMatchObject([{ name: 'Noua', errors: [] }])
})

describe('a document without zones is refused as a whole, with the reason', () => {
  test.each([
    ['a text', 'zone', 'nu este GeoJSON'],
    ['null', null, 'nu este GeoJSON'],
    ['a list', [], 'nu este GeoJSON'],
    ['TopoJSON', { type: 'Topology', objects: {} }, 'nu este GeoJSON cu zone'],
    ['no list of features', { type: 'FeatureCollection', features: 7 }, 'features'],
    ['an empty list', file(), 'nicio zonă'],
    ['too many', file(...Array.from({ length: 1001 }, () => ({}))), '1001 elemente'],
    [
      'Stereo 70',
      { ...file(feature(polygon(SQUARE))), crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3844' } } },
      'WGS84',
    ],
  ])('%s', (_, document, text) => {
    const { errors, zones } = read(document)
    expect(zones).toEqual([])
    expect(errors.join()).toContain(text)
  })
})

describe('an error of a zone is reported at that zone only', () => {
  test.each([
    ['nothing at all', null, 'nu are geometrie'],
    ['a point', feature({ type: 'Point', coordinates: [25.6, 45.6] }), 'Un element de tip Point nu este o zonă'],
    ['no coordinates', feature({ type: 'Polygon' }), 'nu pot fi citite'],
    ['a polygon without rings', feature(polygon()), 'nu pot fi citite'],
    ['words for numbers', feature(polygon([['25', '45'], ...SQUARE])), 'Punctul 1 nu are coordonate numerice'],
    ['null for a number', feature(polygon([...SQUARE, [25.6, null]])), 'Punctul 6 nu are coordonate numerice'],
    ['metres for degrees', feature(polygon(SQUARE.map(() => [546_000, 462_000]))), 'nu are coordonate numerice'],
    ['two points', feature(polygon(SQUARE.slice(0, 2))), 'cel puțin 3 puncte'],
    [
      'a bow tie',
      feature(polygon([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]])),
      'latura 1–2 cu latura 3–4',
    ],
    ['Paris', feature(polygon(east(SQUARE, -23))), 'în România'],
    ['no name', feature(polygon(SQUARE), {}), 'nu are nume'],
    ['a name of 61 letters', feature(polygon(SQUARE), { name: 'ș'.repeat(61) }), 'cel mult 60'],
    ['a name that turns the text round', feature(polygon(SQUARE), { name: 'a\u202eb' }), 'nepermise'],
  ])('%s', (_, wrong, text) => {
    expect(errorsOf(file(wrong, feature(polygon(SQUARE), { name: 'Bun' }))).join()).toContain(text)
    expect(read(file(wrong, feature(polygon(SQUARE), { name: 'Bun' }))).zones[1]?.errors).toEqual([])
  })

  test('an outline of a hundred thousand points is refused with their number, and not returned', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => [25.5 + i / 1e7, 45.6])
    const [zone] = read(feature(polygon(many))).zones
    expect(zone?.errors).toEqual(['Zona are 100000 puncte; cel mult 2000.'])
    expect(zone?.ring).toEqual([])
  })

  test('markup in a name is accepted as text', () => {
    expect(read(feature(polygon(SQUARE), { name: '<b onclick=x>Gară</b>' })).zones[0]).toMatchObject({
      name: '<b onclick=x>Gară</b>',
      errors: [],
    })
  })
})

describe('a correctable error is reported with its fix, and the fix is applied on request', () => {
  test('latitude and longitude swapped', () => {
    const swapped = feature(polygon(SQUARE.map(([long, lat]) => [lat, long])))
    expect(read(swapped).zones[0]).toMatchObject({
      fixes: ['turn'],
      errors: ['Latitudinea și longitudinea sunt inversate.'],
    })
    expect(read(swapped, ['turn']).zones[0]).toMatchObject({ errors: [], ring: read(polygon(SQUARE)).zones[0]?.ring })
  })

  test('several parts', () => {
    const two = feature({ type: 'MultiPolygon', coordinates: [[SQUARE], [east(SQUARE, 0.1)]] })
    expect(read(two).zones).toMatchObject([{ key: '1', fixes: ['parts'] }])
    expect(read(two, ['parts']).zones).toMatchObject([
      { key: '1.1', name: 'Centru 1', errors: [] },
      { key: '1.2', name: 'Centru 2', errors: [] },
    ])
    const one = feature({ type: 'MultiPolygon', coordinates: [[SQUARE]] })
    expect(read(one).zones).toMatchObject([{ key: '1', name: 'Centru', errors: [] }])
  })

  test('a hole', () => {
    const holed = feature(polygon(SQUARE, HOLE))
    expect(read(holed).zones[0]).toMatchObject({ fixes: ['fill'] })
    expect(errorsOf(holed).join()).toContain('goluri')
    expect(errorsOf(holed, ['fill'])).toEqual([])
  })
})

test('an exported zone is read back unchanged; its outline is closed and counter-clockwise in the file', () => {
  const ring = [
    { lat: 45.64, long: 25.58 },
    { lat: 45.65, long: 25.58 },
    { lat: 45.65, long: 25.6 },
  ]
  const zone = { id: 7, company_id: 1, name: 'Șchei <3', paths: ring, color: '#ff8800', area_m2: 1, version: 1 }
  const text = zonesAsFile([{ ...zone, company: 'Taxi' }])
  const [written] = JSON.parse(text).features
  expect(written.properties).toEqual({ name: 'Șchei <3', color: '#ff8800', company: 'Taxi' })
  const [outline] = written.geometry.coordinates
  expect(outline).toHaveLength(4)
  expect(outline[0]).toEqual(outline[3])
  const turning = outline.slice(1).reduce((sum: number, [long, lat]: number[], index: number) => {
    const [fromLong, fromLat] = outline[index]
    return sum + (fromLong * (lat ?? 0) - (long ?? 0) * fromLat)
  }, 0)
  expect(turning).toBeGreaterThan(0)
  const { zones } = read(JSON.parse(text))
  expect(zones[0]).toMatchObject({ name: 'Șchei <3', color: '#ff8800', errors: [] })
  expect(new Set(zones[0]?.ring.map(({ lat, long }) => `${lat},${long}`))).toEqual(
    new Set(ring.map(({ lat, long }) => `${lat},${long}`)),
  )
})
