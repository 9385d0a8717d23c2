import { acceptOrder } from '@dispecerat/contract/dispatch/driver'
import { cancelOrder, moveToPending, notifyDrivers, readOrder } from '@dispecerat/contract/orders/orders'
import { asId, type DriverId, NO_USER, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aCompany, aDriver } from '../../testing/builders.ts'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'

const STEPS = [{ searchType: 'by_radius', searchLimit: 150, searchSeconds: 60 } as const]

const notify = ({ server, dispatcher }: SearchFixture, orderId: OrderId, driverIds: DriverId[], only = false) =>
  server.request(
    notifyDrivers,
    { params: { id: orderId }, body: { driver_ids: driverIds, only_custom: only } },
    dispatcher,
  )

const idOf = ({ drivers }: SearchFixture, index: number) => drivers[index]?.driverId ?? NO_USER

async function openTo(fixture: SearchFixture, orderId: OrderId) {
  return (await fixture.offers(orderId)).filter(({ fate }) => fate === 'open').map(({ driver_id }) => driver_id)
}

test('a named driver gets the first offer, pausing or far away; after 30 s the method goes on', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 4000], steps: STEPS })
  const { server } = fixture
  await server.db
    .updateTable('driver_status')
    .set({ is_paused: true })
    .where('driver_id', '=', idOf(fixture, 1))
    .execute()
  const orderId = await fixture.place()
  expect(await openTo(fixture, orderId)).toEqual([idOf(fixture, 0)])

  const { status, reply } = await notify(fixture, orderId, [idOf(fixture, 1)])
  expect([status, reply.data.state, reply.data.custom_driver_ids]).toEqual([200, 'created', [idOf(fixture, 1)]])
  await fixture.settle()
  expect(await openTo(fixture, orderId)).toEqual([idOf(fixture, 1)])
  expect(await fixture.history(orderId)).toContain('search_restarted')
  await fixture.pass(30)
  expect(await openTo(fixture, orderId)).toEqual([idOf(fixture, 0)])
  await expectInvariants(server)
})

test('with only named drivers the order ends without a driver when they refuse', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 4000], steps: STEPS })
  const orderId = await fixture.place()
  await notify(fixture, orderId, [idOf(fixture, 1)], true)
  await fixture.settle()
  await fixture.pass(30)
  expect(await fixture.order(orderId)).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'no_drivers_found',
  })
  await expectInvariants(fixture.server)
})

test.each([
  ['canceled', cancelOrder],
  ['pending', moveToPending],
] as const)('naming a driver for a %s order starts a new search', async (_, leave) => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const orderId = await fixture.place()
  await fixture.server.request(leave, { params: { id: orderId } }, fixture.dispatcher)
  expect((await notify(fixture, orderId, [idOf(fixture, 0)])).reply.data).toMatchObject({
    state: 'created',
    in_pending_queue: false,
  })
  await fixture.settle()
  expect(await openTo(fixture, orderId)).toEqual([idOf(fixture, 0)])
  expect(await fixture.history(orderId)).toContain('retried')
  await expectInvariants(fixture.server)
})

test('none, too many or unknown drivers, and an order in progress: each is refused and changes nothing', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const { server } = fixture
  const otherTenant = await aDriver(server, { companyId: (await aCompany(server)).companyId })
  const orderId = await fixture.place()
  const none = await notify(fixture, orderId, [])
  expect([none.status, JSON.stringify(none.body)]).toEqual([
    422,
    expect.stringContaining('Vă rugăm să selectați soferi'),
  ])
  expect(
    (
      await notify(
        fixture,
        orderId,
        Array.from({ length: 21 }, (_, i) => asId<UserId>(i + 1)),
      )
    ).status,
  ).toBe(422)
  expect((await notify(fixture, orderId, [otherTenant.driverId])).body).toMatchObject({ code: 'driver.unknown' })
  await server.request(acceptOrder, { params: { id: orderId }, body: {} }, fixture.drivers[0]?.token)
  const driven = await notify(fixture, orderId, [idOf(fixture, 0)])
  expect([driven.status, driven.body.code]).toEqual([409, 'order.wrong_state'])
  const { reply } = await server.request(readOrder, { params: { id: orderId } }, fixture.dispatcher)
  expect(reply.data.custom_driver_ids).toEqual([])
})
