import { reportPosition } from '@dispecerat/contract/dispatch/driver'
import { readOrderList } from '@dispecerat/contract/orders/order-lists'
import { editOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { recordStatusChange } from '../../fleet/fleet.public.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { moveDueTimes } from '../../platform/db/due-times.ts'
import { write } from '../../platform/db/write.ts'
import { northOfPickup } from '../../testing/search-fixture.ts'
import { cancelOrder } from '../life/cancel-order.ts'
import { startTrip } from '../life/start-trip.ts'
import { createFixture, type Fixture, STATION } from '../testing/order-fixture.ts'
import { driveCar } from './testing/drive-car.store.ts'
import { watchCars } from './watch-cars.ts'

const fixture: Fixture = await createFixture()
const { server, driver } = fixture
const { driverId } = driver
afterAll(() => server.stop())

let id: OrderId
beforeEach(async () => {
  id = asId<OrderId>((await fixture.place()).id)
  await fixture.assign(id)
  await watchCars(server)
})
afterEach(() => cancelOrder(server, fixture.actor, id, { reasonText: null }))

const drive = (seconds: number, way: Parameters<typeof driveCar>[3]) => driveCar(server, driverId, seconds, way)

async function warningOf(orderId: OrderId) {
  await watchCars(server)
  const { car_warning } = await fixture.read(orderId)
  return car_warning?.kind ?? null
}

async function warnings(): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select data from event_log where event = 'order_warning' and (data ->> 'order_id')::bigint = ${id} order by seq
  `.execute(server.db)
  return rows.map(({ data }) => data)
}

const dueNow = () => sql`update car_watches set due_at = ${server.clock.now()}`.execute(server.db)

test('a car that stands is warned of once, in the order, its row, its history and on the sockets; then it comes nearer', async () => {
  const console = await server.socket(fixture.dispatcher)
  await drive(15, { from: 2000 })
  await drive(165, { from: 2000 })
  expect(await warningOf(id)).toBeNull()
  await drive(15, { from: 2000 })
  expect(await warningOf(id)).toBe('standing')
  const warned = await console.waitForEvent('order_warning', ({ order_id }) => order_id === id)
  expect(warned.data).toMatchObject({
    kind: 'standing',
    indicativ: driver.indicativ,
    order: { id, car_warning: { kind: 'standing' } },
  })
  await drive(60, { from: 2000 })
  expect(await warningOf(id)).toBe('standing')
  expect(await warnings()).toHaveLength(1)
  const list = { params: { kind: 'live' }, query: { view: 'row' } } as const
  const { reply: rows } = await server.request(readOrderList, list, fixture.dispatcher)
  expect(rows.data.find((row) => row.id === id)).toMatchObject({ car_warning: { kind: 'standing' } })

  await drive(15, { from: 2000, to: 1840 })
  await dueNow()
  expect(await warningOf(id)).toBeNull()
  const { reply } = await server.request(readOrderHistory, { params: { id } }, fixture.dispatcher)
  expect(reply.data.slice(-2)).toMatchObject([
    { type: 'car_warned', data: { indicativ: driver.indicativ, car_warning: 'standing', seconds: 180 } },
    { type: 'car_moves', data: { indicativ: driver.indicativ } },
  ])
  console.close()
})

test('a car that drives away', async () => {
  await drive(195, { from: 2000, to: 3000 })
  expect(await warningOf(id)).toBe('leaving')
})

test('a phone that is silent, and one whose positions are not believed', async () => {
  await drive(15, { from: 2000 })
  await drive(185, { from: 1500, to: 500, isMarked: true })
  expect(await warningOf(id)).toBe('silent')
})

test('a car that comes, and one at the pickup, are not warned of', async () => {
  await drive(600, { from: 4000, to: 200 })
  expect(await warningOf(id)).toBeNull()
  await drive(600, { from: 200 })
  expect(await warningOf(id)).toBeNull()
})

test('a trip that has started is not watched any longer', async () => {
  await startTrip(server, { ...fixture.actor, userId: driverId, kind: 'driver' }, id)
  await drive(600, { from: 2000 })
  expect(await warningOf(id)).toBeNull()
  expect(await server.db.selectFrom('car_watches').selectAll().where('order_id', '=', id).execute()).toEqual([])
})

test('another pickup begins the watch again', async () => {
  await drive(195, { from: 2000 })
  expect(await warningOf(id)).toBe('standing')
  const moved = { params: { id }, body: { places: [STATION] } }
  await server.request(editOrder, moved, fixture.dispatcher)
  expect(await warningOf(id)).toBeNull()
  // The car has not moved: the history must not say so.
  const { reply } = await server.request(readOrderHistory, { params: { id } }, fixture.dispatcher)
  expect(reply.data.filter(({ type }) => type === 'car_moves')).toEqual([])
})

test.each([
  ['more minutes', 5, null],
  ['none', 0, null],
  ['fewer minutes', 2, 'standing'],
])('a company that chose %s', async (_what, minutes, kind) => {
  const choose = (value: number) =>
    server.db
      .updateTable('company_settings')
      .set({ car_warning_min: value })
      .where('company_id', '=', fixture.companyId)
  await choose(minutes).execute()
  await drive(195, { from: 2000 })
  expect(await warningOf(id)).toBe(kind)
  await choose(3).execute()
})

test('several servers warn once', async () => {
  await drive(195, { from: 2000 })
  await dueNow()
  await Promise.all([watchCars(server), watchCars(server), watchCars(server)])
  expect(await warnings()).toHaveLength(1)
})

test('what the drivers’ phones report is what is judged, without positions that are not believed', async () => {
  await write(server, SYSTEM, (tx) => recordStatusChange(tx, driverId, fixture.companyId, server.clock.now()))
  server.committed()
  const report = (metres: number, isMock: boolean) =>
    server.request(reportPosition, { body: { ...northOfPickup(metres), is_mock: isMock } }, fixture.driverToken)
  await expect.poll(async () => (await report(2000, false)).status).toBe(200)
  server.pass(20)
  await report(1000, true)
  const stored = () =>
    server.db.selectFrom('driver_trail').select('is_marked').orderBy('recorded_at', 'desc').limit(2).execute()
  await server.startJobs()
  await expect.poll(stored).toEqual([{ is_marked: true }, { is_marked: false }])
})

test.each([20_000, -40_000])('the clock is set by %i s: a watch keeps the time that it has left', async (seconds) => {
  await drive(90, { from: 2000 })
  await watchCars(server)
  const step = { from: server.clock.now(), seconds }
  server.clock.set(new Date(step.from.getTime() + seconds * 1000).toISOString())
  await moveDueTimes(server.db, step)
  await moveDueTimes(server.db, step)
  // A departure is a time of the calendar, which the step does not move.
  await sql`update orders set departure_time = ${server.clock.now()} where id = ${id}`.execute(server.db)
  await drive(75, { from: 2000 })
  expect(await warningOf(id)).toBeNull()
  await drive(120, { from: 2000 })
  expect(await warningOf(id)).toBe('standing')
})
