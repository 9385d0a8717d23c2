import { readHeat, readHeatTable } from '@dispecerat/contract/orders/heat'
import { asId, type CompanyId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { cellOf, middleOf } from '@dispecerat/domain/orders/heat-cell'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants/check-invariants.ts'
import { aServer, type TestServer } from '../../testing/a-server.ts'
import { aCompany, aDispatcher, anOrder, aUser, TOWN_SQUARE } from '../../testing/builders.ts'

const SQUARE = middleOf(cellOf(TOWN_SQUARE))
const STATION = { lat: 45.6613, long: 25.6128 }
const NOW = '2026-04-01T12:00:00Z'
const MARCH = { from: '2026-03-01', to: '2026-03-31' }

let server: TestServer
let mine: CompanyId
let theirs: CompanyId
let dispatcher: string

beforeAll(async () => {
  server = await aServer()
})
beforeEach(async () => {
  server.clock.set(NOW)
  mine = (await aCompany(server)).companyId
  theirs = (await aCompany(server)).companyId
  dispatcher = await server.logIn((await aDispatcher(server, { companyId: mine })).email)
})
afterAll(() => server.stop())

async function left(at: string, place = TOWN_SQUARE, companyId = mine): Promise<OrderId> {
  server.clock.set(at)
  const { orderId } = await anOrder(server, { companyId: asId<CompanyId>(companyId), at: place })
  server.clock.set(NOW)
  return orderId
}

const heat = async (query: object = {}) =>
  (await server.request(readHeat, { query: { ...MARCH, ...query } as never }, dispatcher)).reply

const keepsItsWord = async () => {
  const broken = await checkInvariants(server.db, server.clock.now())
  expect(broken.filter(({ rule }) => rule.startsWith('each placed order leaves'))).toEqual([])
}

test('orders are counted by map cell, never by address; the busiest cell comes first', async () => {
  await left('2026-03-02T07:10:00Z')
  await left('2026-03-03T07:50:00Z', { lat: TOWN_SQUARE.lat + 0.0001, long: TOWN_SQUARE.long })
  await left('2026-03-03T07:50:00Z', STATION)
  await left('2026-03-03T07:50:00Z', STATION, theirs)
  const { data, meta } = await heat()
  expect(data).toEqual([
    { ...SQUARE, orders: 2 },
    { ...middleOf(cellOf(STATION)), orders: 1 },
  ])
  expect(meta).toEqual({ orders: 3, cells_left_out: 0 })
  expect(Object.keys(data[0] ?? {}).sort()).toEqual(['lat', 'long', 'orders'])
})

test('the hour, the weekday and the day are those of departure in Bucharest', async () => {
  // Monday 00:30 in Bucharest is still Sunday evening in UTC.
  await left('2026-03-01T22:30:00Z')
  // After the clocks went forward: 09:30.
  await left('2026-03-30T06:30:00Z')
  const orders = async (query: object) => (await heat(query)).meta.orders
  expect(await orders({ hour: '0' })).toBe(1)
  expect(await orders({ hour: '9' })).toBe(1)
  expect(await orders({ hour: '8' })).toBe(0)
  expect(await orders({ weekday: '1' })).toBe(2)
  expect(await orders({ weekday: '7' })).toBe(0)
  expect(await orders({ from: '2026-03-02', to: '2026-03-02' })).toBe(1)
  expect(await orders({ to: '2026-03-01' })).toBe(0)
})

test('a row follows its order: placed, moved in time and place, deleted, restored, removed', async () => {
  const id = await left('2026-03-02T07:10:00Z')
  const orders = (set: object) => server.db.updateTable('orders').set(set).where('id', '=', id).execute()
  const places = (set: object) => server.db.updateTable('order_places').set(set).where('order_id', '=', id).execute()
  const hours = async () => {
    await keepsItsWord()
    return (await server.request(readHeatTable, { query: MARCH }, dispatcher)).reply.data.flatMap(({ hours }) =>
      hours.flatMap((n, hour) => (n > 0 ? [`${hour}:${n}`] : [])),
    )
  }
  expect(await hours()).toEqual(['9:1'])
  await orders({ departure_time: new Date('2026-03-02T15:10:00Z') })
  expect(await hours()).toEqual(['17:1'])
  await places({ lat: STATION.lat, long: STATION.long })
  expect((await heat()).data).toEqual([{ ...middleOf(cellOf(STATION)), orders: 1 }])
  await orders({ deleted_at: server.clock.now() })
  expect(await hours()).toEqual([])
  await orders({ deleted_at: null })
  expect(await hours()).toEqual(['17:1'])
  await orders({ placed_at: null, state: 'new' })
  expect(await hours()).toEqual([])
  await orders({ placed_at: server.clock.now(), state: 'created' })
  await sql`delete from order_places where order_id = ${id}`.execute(server.db)
  expect(await hours()).toEqual([])
})

test('when the order of places changes, the first one counts', async () => {
  const id = await left('2026-03-02T07:10:00Z')
  await server.db
    .insertInto('order_places')
    .values({ order_id: id, position: 1, name: 'Gara', ...STATION })
    .execute()
  await server.db.transaction().execute(async (tx) => {
    await sql`update order_places set position = 1 - position where order_id = ${id}`.execute(tx)
  })
  expect((await heat()).data).toEqual([{ ...middleOf(cellOf(STATION)), orders: 1 }])
  await keepsItsWord()
})

test('the table has the same counts by zone and hour; orders in no zone are separate', async () => {
  const d = 0.01
  const paths = [
    { lat: TOWN_SQUARE.lat - d, long: TOWN_SQUARE.long - d },
    { lat: TOWN_SQUARE.lat - d, long: TOWN_SQUARE.long + d },
    { lat: TOWN_SQUARE.lat + d, long: TOWN_SQUARE.long + d },
    { lat: TOWN_SQUARE.lat + d, long: TOWN_SQUARE.long - d },
  ]
  const { id } = await server.db
    .insertInto('polygons')
    .values({ company_id: mine, name: 'Centru', paths: JSON.stringify(paths), area_m2: 1, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await left('2026-03-02T07:10:00Z')
  await left('2026-03-02T07:20:00Z')
  await left('2026-03-02T20:20:00Z', STATION)
  // Zones are read when a server starts.
  await using again = await aServer({ besides: server })
  await again.startJobs()
  const { data } = (await again.request(readHeatTable, { query: MARCH }, dispatcher)).reply
  expect(data.map(({ hours, ...row }) => [row, hours[9], hours[22]])).toEqual([
    [{ polygonId: id, name: 'Centru', orders: 2 }, 2, 0],
    [{ polygonId: null, name: null, orders: 1 }, 0, 1],
  ])
})

test('a period ends after it begins and is a year at most; an admin reads the orders of all companies', async () => {
  const status = async (query: object) =>
    (await server.request(readHeat, { query: { ...MARCH, ...query } as never }, dispatcher)).status
  expect(await status({ from: '2026-04-01' })).toBe(422)
  expect(await status({ from: '2025-03-01', to: '2026-03-31' })).toBe(422)
  expect(await status({ hour: '24' })).toBe(422)
  expect(await status({ weekday: '0' })).toBe(422)
  expect(await status({ from: '2026-02-30' })).toBe(422)
  expect(await status({ company_id: String(theirs) })).toBe(404)
  await left('2026-03-02T07:10:00Z', STATION, theirs)
  const admin = await server.logIn((await aUser(server, { roles: ['admin'] })).email)
  const { reply } = await server.request(readHeat, { query: { ...MARCH, company_id: String(theirs) } }, admin)
  expect(reply.meta.orders).toBe(1)
})
