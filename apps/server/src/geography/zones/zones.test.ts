import { reportPosition } from '@dispecerat/contract/dispatch/driver'
import {
  createPolygon,
  deletePolygon,
  editPolygon,
  exportPolygons,
  importPolygons,
  listPolygons,
  type NewPolygon,
  readPolygon,
  readZoneStatistics,
  rejoinPolygon,
  restorePolygon,
  splitPolygon,
} from '@dispecerat/contract/geography/zones'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { asId, type CompanyId, type ZoneId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser, TOWN_SQUARE } from '../../testing/builders.ts'

let server: TestServer
let companyId: CompanyId
let boss: string
let dispatcher: string

beforeAll(async () => {
  server = await aServer()
  await server.startJobs()
})
beforeEach(async () => {
  companyId = (await aCompany(server)).companyId
  boss = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })).email)
  dispatcher = await server.logIn((await aDispatcher(server, { companyId })).email)
})
afterAll(() => server.stop())

const around = ({ lat, long }: Point, degrees: number): Point[] => [
  { lat: lat - degrees, long: long - degrees },
  { lat: lat - degrees, long: long + degrees },
  { lat: lat + degrees, long: long + degrees },
  { lat: lat + degrees, long: long - degrees },
]
const CENTRE: NewPolygon = { name: 'Centru', paths: around(TOWN_SQUARE, 0.01) }
const ACROSS = [
  { lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long - 0.02 },
  { lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long + 0.02 },
]

async function aZone(body: Partial<NewPolygon> = {}) {
  return (await server.request(createPolygon, { body: { ...CENTRE, ...body } }, boss)).reply.data
}
const fieldErrors = (answer: { body: Record<string, unknown> }) => answer.body.errors as Record<string, string[]>
const seen = (version: number) => ({ headers: { 'if-match': String(version) } })
const names = async () => (await server.request(listPolygons, {}, boss)).reply.map(({ name }) => name)

test('a zone is created, renamed, recoloured and redrawn; duplicate and closing points are removed', async () => {
  const [a, b, c, d] = CENTRE.paths as [Point, Point, Point, Point]
  const zone = await aZone({ paths: [a, b, b, c, d, a], color: '#FF8800' })
  expect(zone).toMatchObject({ company_id: companyId, name: 'Centru', color: '#ff8800', version: 1 })
  expect(zone.paths).toEqual([a, b, c, d])
  expect(zone.area_m2).toBeGreaterThan(3e6)

  const params = { id: zone.id }
  const renamed = await server.request(editPolygon, { params, body: { name: 'Centrul Vechi' }, ...seen(1) }, boss)
  expect(renamed.reply.data).toMatchObject({ name: 'Centrul Vechi', color: '#ff8800', version: 2, paths: zone.paths })
  const redrawn = await server.request(editPolygon, { params, body: { paths: [a, b, c], color: null } }, boss)
  expect(redrawn.reply.data).toMatchObject({ name: 'Centrul Vechi', color: null, paths: [a, b, c] })
  expect(redrawn.reply.data.area_m2).toBeLessThan(zone.area_m2)

  const changes = await server.db
    .selectFrom('polygon_changes')
    .select(['action', 'before', 'after'])
    .where('polygon_id', '=', asId<ZoneId>(zone.id))
    .orderBy('id')
    .execute()
  expect(changes.map(({ action }) => action)).toEqual(['created', 'changed', 'changed'])
  expect(changes[1]).toMatchObject({ before: { name: 'Centru' }, after: { name: 'Centrul Vechi' } })
})

test.each<[string, Record<string, unknown>, string, string]>([
  ['without a name', { name: '  ' }, 'name', 'Numele este obligatoriu'],
  ['with a name of 61 letters', { name: 'ș'.repeat(61) }, 'name', 'Cel mult 60 caractere'],
  ['of two points', { paths: CENTRE.paths.slice(0, 2) }, 'paths', 'Zona trebuie să aibă cel puțin 3 puncte diferite.'],
  ['that is no list', { paths: 'aici' }, 'paths', 'listă'],
  ['with a text for a latitude', { paths: [{ lat: '45', long: 25 }] }, 'paths.0.lat', 'Coordonate invalide'],
  ['with nothing for a longitude', { paths: [{ lat: 45, long: null }] }, 'paths.0.long', 'Coordonate invalide'],
  ['beyond the pole', { paths: [{ lat: 91, long: 25 }] }, 'paths.0.lat', 'Coordonate invalide'],
  ['in the sea', { paths: around({ lat: 44, long: 31 }, 0.1) }, 'paths', 'în România'],
  ['turned round', { paths: CENTRE.paths.map(({ lat, long }) => ({ lat: long, long: lat })) }, 'paths', 'inversate'],
  ['as large as Transylvania', { paths: around({ lat: 46.5, long: 24.5 }, 1) }, 'paths', '5000 km²'],
  ['of 2001 points', { paths: Array.from({ length: 2001 }, () => TOWN_SQUARE) }, 'paths', '2000 puncte'],
  [
    'that crosses itself',
    { paths: [0, 2, 1, 3].map((index) => CENTRE.paths[index]) },
    'paths',
    'latura 1–2 cu latura 3–4',
  ],
  ['in a colour without a number', { color: 'red' }, 'color', '#rrggbb'],
])('a zone %s is refused at its field, and nothing is saved', async (_, wrong, field, message) => {
  const answer = await server.request(createPolygon, { body: { ...CENTRE, ...wrong } as NewPolygon }, boss)
  expect(answer.status).toBe(422)
  expect(fieldErrors(answer)[field]?.join()).toContain(message)
  expect(await names()).toEqual([])
})

test('names are unique within a company, whatever the capitals; another company can use them; markup is text', async () => {
  await aZone()
  const again = await server.request(createPolygon, { body: { ...CENTRE, name: 'CENTRU' } }, boss)
  expect(fieldErrors(again)).toEqual({ name: ['Există deja o zonă cu acest nume'] })
  const other = await aZone({ name: '<img src=x onerror=alert(1)>' })
  expect(other.name).toBe('<img src=x onerror=alert(1)>')
  const rename = { params: { id: other.id }, body: { name: 'Centru' } }
  expect((await server.request(editPolygon, rename, boss)).status).toBe(422)

  const second = (await aCompany(server)).companyId
  const theirs = await server.logIn((await aUser(server, { roles: ['company_admin'], companyIds: [second] })).email)
  expect((await server.request(createPolygon, { body: CENTRE }, theirs)).status).toBe(201)
  expect((await server.request(editPolygon, rename, theirs)).body).toMatchObject({ code: 'zone.unknown' })
})

test('a dispatcher can read zones but not change them; an administrator of two companies has to name one', async () => {
  const zone = await aZone()
  const params = { id: zone.id }
  expect((await server.request(createPolygon, { body: CENTRE }, dispatcher)).status).toBe(403)
  expect((await server.request(editPolygon, { params, body: { name: 'X' } }, dispatcher)).status).toBe(403)
  expect((await server.request(deletePolygon, { params }, dispatcher)).status).toBe(403)
  expect((await server.request(splitPolygon, { params, body: { line: ACROSS } }, dispatcher)).status).toBe(403)
  expect((await server.request(importPolygons, { body: { geojson: {} } }, dispatcher)).status).toBe(403)
  expect((await server.request(exportPolygons, {}, dispatcher)).status).toBe(200)

  const second = (await aCompany(server)).companyId
  const both = await aUser(server, { roles: ['company_admin'], companyIds: [companyId, second] })
  const token = await server.logIn(both.email)
  expect(fieldErrors(await server.request(createPolygon, { body: CENTRE }, token))).toEqual({
    company_id: ['Alegeți compania'],
  })
  const created = await server.request(createPolygon, { body: { ...CENTRE, company_id: second } }, token)
  expect(created.reply.data.company_id).toBe(second)
})

test('of two administrators who save at once, the second gets zone.changed_meanwhile with the current version', async () => {
  const zone = await aZone()
  const save = (name: string) =>
    server.request(editPolygon, { params: { id: zone.id }, body: { name }, ...seen(zone.version) }, boss)
  const answers = await Promise.all([save('Centrul Vechi'), save('Centrul Nou')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(late?.body).toMatchObject({ code: 'zone.changed_meanwhile', version: 2 })
  const params = { id: zone.id }
  expect((await server.request(deletePolygon, { params, ...seen(1) }, boss)).status).toBe(409)
  const split = await server.request(splitPolygon, { params, body: { line: ACROSS }, ...seen(1) }, boss)
  expect(split.status).toBe(409)
  expect(await names()).toHaveLength(1)
})

test('a deleted zone is in no list and can be restored; if its name was taken meanwhile it gets a number', async () => {
  const zone = await aZone()
  const params = { id: zone.id }
  await server.request(deletePolygon, { params, ...seen(1) }, boss)
  expect(await names()).toEqual([])
  for (const endpoint of [readPolygon, deletePolygon]) {
    expect((await server.request(endpoint, { params }, boss)).body).toMatchObject({ code: 'zone.unknown' })
  }
  expect((await server.request(editPolygon, { params, body: { name: 'X' } }, boss)).status).toBe(404)
  expect((await server.request(readZoneStatistics, {}, boss)).reply).toEqual([])

  await aZone()
  expect((await server.request(restorePolygon, { params }, boss)).reply.data).toMatchObject({ name: 'Centru 2' })
  expect((await server.request(restorePolygon, { params }, boss)).reply.data).toMatchObject({ name: 'Centru 2' })
  expect(await names()).toEqual(['Centru', 'Centru 2'])
})

test('a changed zone is assigned to its drivers at once on every node, and in the stored rows', async () => {
  const driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
  const phone = await server.logIn(driver.email)
  await using here = await aServer({ besides: server })
  await using other = await aServer({ besides: server })
  for (const node of [here, other]) await node.startJobs()
  server.pass(2)
  for (const node of [here, other]) await node.request(reportPosition, { body: TOWN_SQUARE }, phone)
  const draw = async (body: NewPolygon) => (await here.request(createPolygon, { body }, boss)).reply.data
  const counts = async (node: TestServer) => {
    const { reply } = await node.request(readZoneStatistics, {}, boss)
    return reply.map(({ name, freeDrivers }) => `${name} ${freeDrivers}`)
  }

  const city = await draw({ name: 'Oraș', paths: around(TOWN_SQUARE, 0.05) })
  expect(await counts(here)).toEqual(['Oraș 1'])
  const centre = await draw(CENTRE)
  expect(await counts(here)).toEqual(['Centru 1', 'Oraș 0'])
  await other.remembers()
  expect(await counts(other)).toEqual(['Centru 1', 'Oraș 0'])

  const away = around({ lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long + 0.03 }, 0.01)
  await here.request(editPolygon, { params: { id: centre.id }, body: { paths: away } }, boss)
  expect(await counts(here)).toEqual(['Centru 0', 'Oraș 1'])
  await here.request(deletePolygon, { params: { id: city.id } }, boss)
  expect(await counts(here)).toEqual(['Centru 0'])
  await expect
    .poll(async () => {
      const rows = await server.db
        .selectFrom('driver_last_positions')
        .select('zone_id')
        .where('driver_id', '=', driver.driverId)
        .execute()
      return rows.map(({ zone_id }) => zone_id)
    })
    .toEqual([null])
  await here.request(restorePolygon, { params: { id: city.id } }, boss)
  expect(await counts(here)).toEqual(['Centru 0', 'Oraș 1'])
})

test('a change of zones notifies the consoles of its company only', async () => {
  const unknown = await aDispatcher(server, { companyId: (await aCompany(server)).companyId })
  const [ours, theirs] = await Promise.all([
    server.socket(dispatcher),
    server.socket(await server.logIn(unknown.email)),
  ])
  await aZone()
  await ours.waitForEvent('polygons_changed')
  await theirs.caughtUp()
  expect(theirs.framesOf('polygons_changed')).toEqual([])
})

test('a split zone: the larger part keeps its id, the other gets the next unused name and the same colour', async () => {
  const zone = await aZone({ color: '#112233' })
  const params = { id: zone.id }
  const low = ACROSS.map(({ lat, long }) => ({ lat: lat - 0.005, long }))
  const { reply, status } = await server.request(splitPolygon, { params, body: { line: low }, ...seen(1) }, boss)
  expect(status).toBe(201)
  const [larger, smaller] = reply.data
  expect(larger).toMatchObject({ id: zone.id, name: 'Centru', version: 2 })
  expect(smaller).toMatchObject({ name: 'Centru 2', color: '#112233' })
  expect((larger?.area_m2 ?? 0) / zone.area_m2).toBeCloseTo(0.75, 2)
  expect(((larger?.area_m2 ?? 0) + (smaller?.area_m2 ?? 0)) / zone.area_m2).toBeCloseTo(1, 2)

  const beside = await server.request(splitPolygon, { params, body: { line: ACROSS.map(() => TOWN_SQUARE) } }, boss)
  expect(fieldErrors(beside).line?.[0]).toContain('Linia trebuie să înceapă')
  const named = { params, body: { line: ACROSS, name: 'Centru 2' } }
  expect(fieldErrors(await server.request(splitPolygon, named, boss)).name).toEqual([
    'Există deja o zonă cu acest nume',
  ])
  expect(await names()).toEqual(['Centru', 'Centru 2'])
})

test('a split can be undone while neither part was changed', async () => {
  const zone = await aZone()
  const params = { id: zone.id }
  const cut = async () => {
    const { reply } = await server.request(splitPolygon, { params, body: { line: ACROSS } }, boss)
    return reply.data[1]?.id ?? 0
  }
  const rejoin = (part_id: number, id = zone.id) =>
    server.request(rejoinPolygon, { params: { id }, body: { part_id } }, boss)
  const part = await cut()
  expect((await rejoin(zone.id, part)).status).toBe(409)
  expect((await rejoin(part)).reply.data).toMatchObject({ id: zone.id, paths: zone.paths, version: 3 })
  expect(await names()).toEqual(['Centru'])
  expect((await rejoin(part)).status).toBe(404)

  const again = await cut()
  await server.request(editPolygon, { params: { id: again }, body: { name: 'Altfel' } }, boss)
  expect((await rejoin(again)).body).toMatchObject({ code: 'zone.changed_meanwhile' })
  expect(await names()).toEqual(['Altfel', 'Centru'])
})
