import { listPolygons, readPolygon } from '@dispecerat/contract/geography/zones'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, aDriver, aUser } from '../../testing/builders.ts'

const RING = [
  { lat: 45.64, long: 25.58 },
  { lat: 45.65, long: 25.58 },
  { lat: 45.65, long: 25.6 },
]

let server: TestServer
let mine: CompanyId
let theirs: CompanyId
let dispatcher: string

beforeAll(async () => {
  server = await aServer()
})
beforeEach(async () => {
  mine = (await aCompany(server)).companyId
  theirs = (await aCompany(server)).companyId
  dispatcher = await server.logIn((await aDispatcher(server, { companyId: mine })).email)
})
afterAll(() => server.stop())

async function aZone(companyId: CompanyId, name: string): Promise<number> {
  const { id } = await server.db
    .insertInto('polygons')
    .values({ company_id: companyId, name, paths: JSON.stringify(RING), area_m2: 1000, created_at: server.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('a dispatcher reads their own company’s zones sorted by Romanian name; another company’s zone gives 404', async () => {
  const east = await aZone(mine, 'Șchei')
  const centre = await aZone(mine, 'Centru')
  const otherTenant = await aZone(theirs, 'Bartolomeu')

  const { reply } = await server.request(listPolygons, {}, dispatcher)
  const plain = { company_id: mine, paths: RING, color: null, area_m2: 1000, version: 1 }
  expect(reply).toEqual([
    { ...plain, id: centre, name: 'Centru' },
    { ...plain, id: east, name: 'Șchei' },
  ])
  expect((await server.request(readPolygon, { params: { id: centre } }, dispatcher)).reply.name).toBe('Centru')
  const refused = await server.request(readPolygon, { params: { id: otherTenant } }, dispatcher)
  expect([refused.status, refused.body.code]).toEqual([404, 'zone.unknown'])
  expect((await server.request(readPolygon, { params: { id: 999_999 } }, dispatcher)).body).toMatchObject({
    code: 'zone.unknown',
  })
})

test('a platform administrator reads every company’s zones, a driver their company’s, a client none', async () => {
  const ids = [await aZone(mine, 'Centru'), await aZone(theirs, 'Noua')]
  const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  const driver = await server.logIn((await aDriver(server, { companyId: mine })).email)
  const client = await server.logIn((await aUser(server, { roles: ['client'] })).email)

  const all = (await server.request(listPolygons, {}, admin)).reply.map(({ id }) => id)
  expect(all).toEqual(expect.arrayContaining(ids))
  expect((await server.request(listPolygons, {}, driver)).reply.map(({ id }) => id)).toEqual(ids.slice(0, 1))
  expect((await server.request(listPolygons, {}, client)).status).toBe(403)
  expect((await server.request(listPolygons, {})).status).toBe(401)
})
