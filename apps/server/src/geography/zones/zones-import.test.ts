import { exportPolygons, importPolygons, listPolygons, ZONES_FILE_BYTES } from '@dispecerat/contract/geography/zones'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aUser } from '../../testing/builders.ts'

let server: TestServer
let boss: string

beforeAll(async () => {
  server = await aServer()
})
beforeEach(async () => {
  const { companyId } = await aCompany(server)
  boss = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
})
afterAll(() => server.stop())

const square = (east: number) => {
  const west = 25.5 + east / 100
  const ring = [
    [west, 45.64],
    [west + 0.01, 45.64],
    [west + 0.01, 45.65],
    [west, 45.65],
  ]
  return [...ring, ring[0]]
}
const feature = (name: string, coordinates: unknown = [square(0)], more = {}) => ({
  type: 'Feature',
  properties: { name, ...more },
  geometry: { type: 'Polygon', coordinates },
})
const file = (...features: unknown[]) => ({ type: 'FeatureCollection', features })
const zones = async () => (await server.request(listPolygons, {}, boss)).reply
const attempt = (body: Parameters<typeof server.request<typeof importPolygons>>[1]['body']) =>
  server.request(importPolygons, { body }, boss)

test('a dry run lists every zone with its errors and saves nothing; then the valid ones can be chosen', async () => {
  const geojson = file(feature('Vest'), feature('Est', [square(1)], { color: '#00ff00' }), feature('Nimic', [[]]), {})
  const { reply } = await attempt({ geojson })
  expect(reply.data.zones.map(({ key, errors }) => [key, errors.length > 0])).toEqual([
    ['1', false],
    ['2', false],
    ['3', true],
    ['4', true],
  ])
  expect(reply.data.saved_ids).toEqual([])
  expect(await zones()).toEqual([])

  const all = await attempt({ geojson, dry_run: false })
  expect(all.status).toBe(422)
  expect(Object.keys(all.body.errors as object)).toEqual(['zones.3', 'zones.4'])
  expect(await zones()).toEqual([])

  const some = await attempt({ geojson, dry_run: false, chosen: ['1', '2'] })
  expect(some.reply.data.saved_ids).toHaveLength(2)
  expect((await zones()).map(({ name, color }) => [name, color])).toEqual([
    ['Est', '#00ff00'],
    ['Vest', null],
  ])
  const nothing = await attempt({ geojson, dry_run: false, chosen: [] })
  expect(nothing.body.errors).toEqual({ chosen: ['Alegeți cel puțin o zonă'] })
})

test('a name that occurs twice or exists already is an error; an existing zone can be replaced', async () => {
  await attempt({ geojson: file(feature('Vest')), dry_run: false })
  const geojson = file(feature('vest', [square(3)]), feature('Est', [square(1)]), feature('EST', [square(2)]))
  const { reply } = await attempt({ geojson })
  expect(reply.data.zones.map(({ errors, fixes }) => [errors.join(), fixes.join()])).toEqual([
    ['Există deja o zonă cu acest nume.', 'replace'],
    ['', ''],
    ['Numele apare de două ori în fișier.', ''],
  ])
  const [before] = await zones()
  const input = { geojson, fixes: ['replace' as const], names: { '3': 'Est Nou' } }
  const tried = await attempt(input)
  expect(tried.reply.data.zones[0]).toMatchObject({ errors: [], replaces: before?.id })
  await attempt({ ...input, dry_run: false })
  const after = await zones()
  expect(after.map(({ name }) => name)).toEqual(['Est', 'Est Nou', 'Vest'])
  expect(after[2]).toMatchObject({ id: before?.id, version: 2 })
  expect(after[2]?.paths).not.toEqual(before?.paths)
})

test('an exported file imported with replace changes no id, name, colour or outline', async () => {
  const geojson = file(feature('Vest', undefined, { color: '#123456' }), feature('Est', [square(1)]))
  await attempt({ geojson, dry_run: false })
  const before = await zones()
  const exported = await server.request(exportPolygons, {}, boss)
  expect(exported.headers['content-type']).toContain('application/geo+json')
  expect(exported.headers['content-disposition']).toContain('zone.geojson')
  const { reply } = await attempt({ geojson: exported.body, fixes: ['replace'], dry_run: false })
  expect(reply.data.saved_ids).toHaveLength(2)
  expect(await zones()).toEqual(before.map((zone) => ({ ...zone, version: 2 })))
})

test('an invalid document, one above 10 MiB and one with ten thousand zones are refused with a message', async () => {
  const headers = { authorization: `Bearer ${boss}`, 'content-type': 'application/json' }
  const post = (payload: string) => server.inject({ method: 'POST', url: '/api/polygons/import', headers, payload })
  expect((await post('{"geojson": {"type": "FeatureColl')).json()).toMatchObject({
    message: 'Cererea nu este JSON valid',
  })
  const huge = await post(JSON.stringify({ geojson: 'x'.repeat(ZONES_FILE_BYTES) }))
  expect([huge.statusCode, huge.json().message]).toEqual([413, 'Cererea depășește 10 MiB'])
  const many = await attempt({ geojson: file(...Array.from({ length: 10_000 }, (_, n) => feature(`Z${n}`))) })
  expect(many.reply.data.errors).toEqual(['Fișierul conține 10000 elemente; cel mult 1000.'])
  const refused = await attempt({ geojson: 'zone', dry_run: false })
  expect(refused.status).toBe(422)
  expect(await zones()).toEqual([])
})

test('a file with a hundred thousand points gets a reply with errors per zone', async () => {
  const ring = Array.from({ length: 100_000 }, (_, i) => [25.5 + i / 1e6, 45.6])
  const { reply } = await attempt({ geojson: file(feature('Lungă', [ring]), feature('Bună')) })
  expect(reply.data.zones.map(({ errors }) => errors.join())).toEqual(['Zona are 100000 puncte; cel mult 2000.', ''])
})
