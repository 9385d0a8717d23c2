import { acceptOrder, refuseOrder, reportPosition, viewOffer } from '@dispecerat/contract/dispatch/driver'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import type { SearchStep } from '@dispecerat/domain/dispatch/search-rules'
import { NO_USER, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'

const BANS = { active: true, type: 'ban', drivers: { from: 1, to: 1 }, count: 2, resetInterval: 60 } as const

function aStep(rules: Partial<SearchStep> = {}): Partial<SearchStep> {
  return { searchType: 'by_radius', searchLimit: 5000, searchSeconds: 6, banConditions: BANS, ...rules }
}

/** The driver's phone shows the offer that rings there. */
async function see({ server, drivers }: SearchFixture, index: number, orderId: OrderId): Promise<void> {
  const { id } = await server.db
    .selectFrom('search_rounds')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await server.request(viewOffer, { params: { roundId: id } }, drivers[index]?.token)
}

async function ignored(fixture: SearchFixture, index = 0): Promise<number> {
  const orderId = await fixture.place()
  await see(fixture, index, orderId)
  for (let second = 0; second < 6; second++) await fixture.pass(1)
  return orderId
}

async function driverOf({ server, drivers }: SearchFixture, index = 0) {
  return server.db
    .selectFrom('users')
    .innerJoin('driver_status', 'driver_status.driver_id', 'users.id')
    .select(['ban_until', 'ban_reason', 'idle_from', 'is_paused'])
    .where('users.id', '=', drivers[index]?.driverId ?? NO_USER)
    .executeTakeFirstOrThrow()
}

test('the second ignored offer within the hour bans the driver for an hour; a third order is not offered', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [aStep()] })
  const phone = await fixture.phone(0)
  await ignored(fixture)
  expect((await driverOf(fixture)).ban_until).toBeNull()
  await ignored(fixture)

  const banned = await driverOf(fixture)
  expect(banned.ban_reason).toBe('Ban automat: 2 comenzi ignorate')
  expect(banned.ban_until?.getTime()).toBe(fixture.server.clock.now().getTime() + 60 * 60_000)
  expect(banned.idle_from).toBeNull()
  await phone.waitForEvent('ban_updated')
  const third = await fixture.place()
  expect(await fixture.offers(third)).toEqual([])
  await expectInvariants(fixture.server)
})

test('a step that only resets ranks the driver behind the others, who waited longer', async () => {
  const steps = [aStep({ banConditions: { ...BANS, type: 'reset', count: 1 }, searchOrderBy: 'by_idle_from' })]
  await using fixture = await createSearchFixture({ metres: [100, 200], steps })
  const offered: number[] = []
  fixture.server.domainEvents.on('driver.sent_to_back', async (_tx, { driverId }) => void offered.push(driverId))
  const first = await fixture.place()
  expect((await fixture.offers(first)).map(({ driver_id }) => driver_id)).toEqual(
    fixture.drivers.map((d) => d.driverId),
  )
  await see(fixture, 0, first)
  await fixture.pass(6)
  expect(offered).toEqual([fixture.drivers[0]?.driverId])
  expect((await driverOf(fixture)).idle_from).toEqual(fixture.server.clock.now())
  expect((await driverOf(fixture)).ban_until).toBeNull()

  await fixture.pass(1)
  const second = await fixture.place()
  expect((await fixture.offers(second)).map(({ driver_id }) => driver_id)).toEqual([
    fixture.drivers[1]?.driverId,
    fixture.drivers[0]?.driverId,
  ])
  await expectInvariants(fixture.server)
})

test('an acceptance clears earlier misses', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [aStep()] })
  await ignored(fixture)
  const orderId = await fixture.place()
  await fixture.server.request(acceptOrder, { params: { id: orderId }, body: {} }, fixture.drivers[0]?.token)
  await fixture.server.request(cancelOrder, { params: { id: orderId }, body: {} }, fixture.dispatcher)
  await fixture.settle()
  await ignored(fixture)
  expect((await driverOf(fixture)).ban_until).toBeNull()
  await ignored(fixture)
  expect((await driverOf(fixture)).ban_until).not.toBeNull()
})

test('misses older than the window no longer count', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [aStep()] })
  await ignored(fixture)
  fixture.server.pass(61 * 60)
  const body = { lat: TOWN_SQUARE.lat + 0.001, long: TOWN_SQUARE.long }
  await fixture.server.request(reportPosition, { body }, fixture.drivers[0]?.token)
  await ignored(fixture)
  expect((await driverOf(fixture)).ban_until).toBeNull()
  await ignored(fixture)
  expect((await driverOf(fixture)).ban_until).not.toBeNull()
})

test('an order canceled while phones ring counts as no miss, nor does an unseen offer', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [aStep({ banConditions: { ...BANS, count: 1 } })],
  })
  const orderId = await fixture.place()
  await see(fixture, 0, orderId)
  await fixture.pass(4)
  await fixture.server.request(cancelOrder, { params: { id: orderId }, body: {} }, fixture.dispatcher)
  expect(await fixture.order(orderId)).toMatchObject({ cancellation_reason_type: 'dispatcher_canceled' })
  await fixture.place()
  for (let second = 0; second < 6; second++) await fixture.pass(1)
  expect(await fixture.server.db.selectFrom('missed_offers').selectAll().execute()).toEqual([])
  expect((await driverOf(fixture)).ban_until).toBeNull()
})

test('a driver who refused is judged in the same transaction when a lower-ranked driver accepts', async () => {
  const steps = [aStep({ searchSeconds: 20, banConditions: { ...BANS, count: 1 } })]
  await using fixture = await createSearchFixture({ metres: [100, 200], steps })
  const orderId = await fixture.place()
  await fixture.pass(4)
  const params = { id: orderId }
  await fixture.server.request(refuseOrder, { params, body: {} }, fixture.drivers[0]?.token)
  expect((await driverOf(fixture)).ban_until).toBeNull()
  const { status } = await fixture.server.request(acceptOrder, { params, body: {} }, fixture.drivers[1]?.token)
  expect(status).toBe(200)
  expect((await driverOf(fixture)).ban_reason).toBe('Ban automat: 1 comenzi ignorate')
  await expectInvariants(fixture.server)
})

test('three seen offers ignored in a row pause a driver where the company enables it; an answer restarts the count', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [aStep({ banConditions: { ...BANS, active: false } })],
  })
  await ignored(fixture)
  await ignored(fixture)
  await ignored(fixture)
  expect((await driverOf(fixture)).is_paused).toBe(false)

  await fixture.server.db.updateTable('company_settings').set({ auto_pause: true }).execute()
  await ignored(fixture)
  await ignored(fixture)
  const answered = await fixture.place()
  await fixture.server.request(refuseOrder, { params: { id: answered }, body: {} }, fixture.drivers[0]?.token)
  await fixture.pass(6)
  await ignored(fixture)
  await ignored(fixture)
  expect((await driverOf(fixture)).is_paused).toBe(false)
  const phone = await fixture.phone(0)
  await ignored(fixture)
  expect((await driverOf(fixture)).is_paused).toBe(true)
  await phone.waitForEvent('pause_updated')
  await expectInvariants(fixture.server)
})
