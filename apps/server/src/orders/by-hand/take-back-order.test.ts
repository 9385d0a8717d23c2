import { arriveAtPickup, startTrip } from '@dispecerat/contract/dispatch/driver'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { takeBackOrder } from '@dispecerat/contract/orders/by-hand'
import { cancelOrder, readOrder } from '@dispecerat/contract/orders/orders'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { createSearchFixture, expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'
import { accept, aSearch, assign, excludedOf, idOf, isBusy, RADIUS, ringing, takeBack } from '../testing/by-hand.ts'

async function roundsOf({ server, dispatcher }: SearchFixture, orderId: OrderId) {
  const { reply } = await server.request(readOrderDrivers, { query: { orderId: String(orderId) } }, dispatcher)
  return reply.searches
}

test('a new search begins at once without the driver, who hears it and is free; the panel gives the reason', async () => {
  await using fixture = await aSearch()
  const { server, dispatcher } = fixture
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()
  await accept(fixture, 0, orderId)
  await server.request(arriveAtPickup, { params: { id: orderId } }, fixture.drivers[0]?.token)

  const { reply } = await takeBack(fixture, orderId, 'Nu răspunde la telefon')
  expect(reply.data).toMatchObject({ state: 'created', trip_state: null, driver_id: null, car_indicativ: null })
  expect(await phone.waitForEvent('order_canceled')).toMatchObject({
    data: { order_id: orderId, reason: 'dispatcher_canceled' },
  })
  expect(await isBusy(fixture, idOf(fixture, 0))).toBe(false)
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1), idOf(fixture, 2)])
  // The node's memory still shows the driver as busy in this instant: the reason is the dispatcher all the same.
  const [round] = await roundsOf(fixture, orderId)
  expect(round?.passed_over).toEqual([
    expect.objectContaining({
      driver_id: idOf(fixture, 0),
      reason: 'excluded_by_dispatcher',
      note: 'Nu răspunde la telefon',
    }),
  ])
  expect((await fixture.history(orderId)).filter((type) => /taken|search|assigned/.test(type))).toEqual([
    'search_started',
    'assigned',
    'taken_back',
    'search_started',
  ])
  await expectInvariants(server)

  // The exclusion outlasts this search, and ends with it for no other order.
  await server.request(cancelOrder, { params: { id: orderId }, body: {} }, dispatcher)
  expect(await excludedOf(fixture, orderId)).toEqual([idOf(fixture, 0)])
  expect(await ringing(fixture, await fixture.place())).toContain(idOf(fixture, 0))
})

test('a driver whom the dispatcher had named is not asked first again', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [RADIUS] })
  await fixture.server.db.updateTable('company_settings').set({ named_driver_confirms: true }).execute()
  const orderId = await fixture.place()
  await assign(fixture, orderId, idOf(fixture, 0))
  await accept(fixture, 0, orderId)
  await takeBack(fixture, orderId)
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1)])
})

test('without a reason, from the start of the trip and without a driver nothing is taken back', async () => {
  await using fixture = await aSearch()
  const { server, dispatcher } = fixture
  const orderId = await fixture.place()
  expect((await takeBack(fixture, orderId)).body).toMatchObject({ code: 'order.wrong_state' })
  await accept(fixture, 0, orderId)
  const without = await server.request(takeBackOrder, { params: { id: orderId }, body: { reason: ' ' } }, dispatcher)
  expect([without.status, without.body.errors]).toEqual([422, { reason: ['Motivul este obligatoriu'] }])
  await server.request(startTrip, { params: { id: orderId } }, fixture.drivers[0]?.token)
  expect((await takeBack(fixture, orderId)).body).toMatchObject({ code: 'order.wrong_state' })
  const { reply } = await server.request(readOrder, { params: { id: orderId } }, dispatcher)
  expect(reply.data).toMatchObject({ state: 'assigned', trip_state: 'started', driver_id: idOf(fixture, 0) })
  await expectInvariants(server)
})
