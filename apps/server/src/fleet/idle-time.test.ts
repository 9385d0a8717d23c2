import { acceptOrder, driverCancel, finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { cancelOrder } from '@dispecerat/contract/orders/orders'
import { NO_USER, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { createSearchFixture, type SearchFixture } from '../testing/search-fixture.ts'

test('a driver who ends a trip is idle from that moment on, behind those who have been idle longer', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ searchType: 'by_zone', searchOrderBy: 'by_idle_from' }],
  })
  const { server, drivers } = fixture
  const driver = drivers[0]
  const idleFrom = async () => {
    const status = server.db
      .selectFrom('driver_status')
      .select('idle_from')
      .where('driver_id', '=', driver?.driverId ?? NO_USER)
    return (await status.executeTakeFirstOrThrow()).idle_from
  }
  const params = { id: await fixture.place() }
  await server.request(acceptOrder, { params, body: {} }, driver?.token)
  expect(await idleFrom()).toBeNull()
  server.pass(30)
  await server.request(startTrip, { params }, driver?.token)
  await server.request(finishTrip, { params, body: { cost: 20 } }, driver?.token)
  expect(await idleFrom()).toEqual(server.clock.now())

  await fixture.settle()
  const offers = await fixture.offers(await fixture.place())
  expect(offers.map(({ driver_id }) => driver_id)).toEqual(drivers.map(({ driverId }) => driverId).toReversed())
})

const ends = {
  'the dispatcher cancels it': ({ server, dispatcher }, id) =>
    server.request(cancelOrder, { params: { id } }, dispatcher),
  'the driver gives it back': ({ server, drivers }, id) =>
    server.request(driverCancel, { params: { id }, body: { reason: 'pană' } }, drivers[0]?.token),
} satisfies Record<string, (fixture: SearchFixture, id: OrderId) => Promise<unknown>>

test.each([
  ['the dispatcher cancels it', true],
  ['the driver gives it back', false],
] as const)('an accepted order ends because %s: the idle time of before is given back: %s', async (how, isBack) => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [{ searchType: 'by_zone' }] })
  const { server, drivers } = fixture
  const idleFrom = async () =>
    (await server.db.selectFrom('driver_status').select('idle_from').executeTakeFirstOrThrow()).idle_from
  const before = await idleFrom()
  server.pass(40)
  const id = await fixture.place()
  await server.request(acceptOrder, { params: { id }, body: {} }, drivers[0]?.token)
  server.pass(30)
  await ends[how](fixture, id)
  expect(await idleFrom()).toEqual(isBack ? before : server.clock.now())
})
