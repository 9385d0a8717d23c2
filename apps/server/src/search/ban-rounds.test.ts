import { acceptOrder, refuseOrder, reportPosition, viewOffer } from '@dispecerat/contract/driver'
import { cancelOrder } from '@dispecerat/contract/orders'
import type { SearchStep } from '@dispecerat/domain/search-rules'
import { expect, test } from 'vitest'
import { aSearchRoom, expectInvariants, type SearchRoom } from '../testing/a-search-room.ts'
import { TOWN_SQUARE } from '../testing/builders.ts'

const BANS = { active: true, type: 'ban', drivers: { from: 1, to: 1 }, count: 2, resetInterval: 60 } as const

function aStep(rules: Partial<SearchStep> = {}): Partial<SearchStep> {
  return { searchType: 'by_radius', searchLimit: 5000, searchSeconds: 6, banConditions: BANS, ...rules }
}

/** The driver's phone shows the offer that rings there. */
async function see({ server, drivers }: SearchRoom, index: number, orderId: number): Promise<void> {
  const { id } = await server.db
    .selectFrom('search_rounds')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await server.request(viewOffer, { params: { roundId: id } }, drivers[index]?.token)
}

async function ignored(room: SearchRoom, index = 0): Promise<number> {
  const orderId = await room.place()
  await see(room, index, orderId)
  for (let second = 0; second < 6; second++) await room.pass(1)
  return orderId
}

async function driverOf({ server, drivers }: SearchRoom, index = 0) {
  return server.db
    .selectFrom('users')
    .innerJoin('driver_status', 'driver_status.driver_id', 'users.id')
    .select(['ban_until', 'ban_reason', 'idle_from', 'is_paused'])
    .where('users.id', '=', drivers[index]?.driverId ?? 0)
    .executeTakeFirstOrThrow()
}

test('S9: the second ignored offer within the hour bans the driver for it; a third order is not offered', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [aStep()] })
  const phone = await room.phone(0)
  await ignored(room)
  expect((await driverOf(room)).ban_until).toBeNull()
  await ignored(room)

  const banned = await driverOf(room)
  expect(banned.ban_reason).toBe('Ban automat: 2 comenzi ignorate')
  expect(banned.ban_until?.getTime()).toBe(room.server.clock.now().getTime() + 60 * 60_000)
  expect(banned.idle_from).toBeNull()
  await phone.waitForEvent('ban_updated')
  const third = await room.place()
  expect(await room.offers(third)).toEqual([])
  await expectInvariants(room.server)
})

test('S10: a step that only resets sends the driver behind the others, who waited longer', async () => {
  const steps = [aStep({ banConditions: { ...BANS, type: 'reset', count: 1 }, searchOrderBy: 'by_idle_from' })]
  await using room = await aSearchRoom({ metres: [100, 200], steps })
  const told: number[] = []
  room.server.domainEvents.on('driver.sent_to_back', async (_tx, { driverId }) => void told.push(driverId))
  const first = await room.place()
  expect((await room.offers(first)).map(({ driver_id }) => driver_id)).toEqual(room.drivers.map((d) => d.driverId))
  await see(room, 0, first)
  await room.pass(6)
  expect(told).toEqual([room.drivers[0]?.driverId])
  expect((await driverOf(room)).idle_from).toEqual(room.server.clock.now())
  expect((await driverOf(room)).ban_until).toBeNull()

  await room.pass(1)
  const second = await room.place()
  expect((await room.offers(second)).map(({ driver_id }) => driver_id)).toEqual([
    room.drivers[1]?.driverId,
    room.drivers[0]?.driverId,
  ])
  await expectInvariants(room.server)
})

test('an acceptance forgives what came before it', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [aStep()] })
  await ignored(room)
  const orderId = await room.place()
  await room.server.request(acceptOrder, { params: { id: orderId }, body: {} }, room.drivers[0]?.token)
  await room.server.request(cancelOrder, { params: { id: orderId }, body: {} }, room.dispatcher)
  await room.settle()
  await ignored(room)
  expect((await driverOf(room)).ban_until).toBeNull()
  await ignored(room)
  expect((await driverOf(room)).ban_until).not.toBeNull()
})

test('misses older than the window no longer count', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [aStep()] })
  await ignored(room)
  room.server.pass(61 * 60)
  const body = { lat: TOWN_SQUARE.lat + 0.001, long: TOWN_SQUARE.long }
  await room.server.request(reportPosition, { body }, room.drivers[0]?.token)
  await ignored(room)
  expect((await driverOf(room)).ban_until).toBeNull()
  await ignored(room)
  expect((await driverOf(room)).ban_until).not.toBeNull()
})

test('S8: an order called off while phones ring counts against nobody; an offer nobody saw neither', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [aStep({ banConditions: { ...BANS, count: 1 } })] })
  const orderId = await room.place()
  await see(room, 0, orderId)
  await room.pass(4)
  await room.server.request(cancelOrder, { params: { id: orderId }, body: {} }, room.dispatcher)
  expect(await room.order(orderId)).toMatchObject({ cancellation_reason_type: 'dispatcher_canceled' })
  await room.place()
  for (let second = 0; second < 6; second++) await room.pass(1)
  expect(await room.server.db.selectFrom('driver_misses').selectAll().execute()).toEqual([])
  expect((await driverOf(room)).ban_until).toBeNull()
})

test('who refused is judged when a colleague behind him says yes, in the same breath', async () => {
  const steps = [aStep({ searchSeconds: 20, banConditions: { ...BANS, count: 1 } })]
  await using room = await aSearchRoom({ metres: [100, 200], steps })
  const orderId = await room.place()
  await room.pass(4)
  const params = { id: orderId }
  await room.server.request(refuseOrder, { params, body: {} }, room.drivers[0]?.token)
  expect((await driverOf(room)).ban_until).toBeNull()
  const { status } = await room.server.request(acceptOrder, { params, body: {} }, room.drivers[1]?.token)
  expect(status).toBe(200)
  expect((await driverOf(room)).ban_reason).toBe('Ban automat: 1 comenzi ignorate')
  await expectInvariants(room.server)
})

test('three seen offers ignored in a row pause a driver whose company wants it; an answer begins the count anew', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [aStep({ banConditions: { ...BANS, active: false } })] })
  await ignored(room)
  await ignored(room)
  await ignored(room)
  expect((await driverOf(room)).is_paused).toBe(false)

  await room.server.db.updateTable('company_settings').set({ auto_pause: true }).execute()
  await ignored(room)
  await ignored(room)
  const answered = await room.place()
  await room.server.request(refuseOrder, { params: { id: answered }, body: {} }, room.drivers[0]?.token)
  await room.pass(6)
  await ignored(room)
  await ignored(room)
  expect((await driverOf(room)).is_paused).toBe(false)
  const phone = await room.phone(0)
  await ignored(room)
  expect((await driverOf(room)).is_paused).toBe(true)
  await phone.waitForEvent('pause_updated')
  await expectInvariants(room.server)
})
