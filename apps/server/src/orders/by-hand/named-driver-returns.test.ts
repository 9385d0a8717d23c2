import { driverCancel } from '@dispecerat/contract/dispatch/driver'
import { notifyDrivers } from '@dispecerat/contract/orders/orders'
import { expect, test } from 'vitest'
import { createSearchFixture, expectInvariants } from '../../testing/search-fixture.ts'
import { accept, assign, idOf, RADIUS, ringing, takeBack } from '../testing/by-hand.ts'

test('a named driver who gives the order back is not asked first again: the next driver rings at once', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [RADIUS] })
  const { server } = fixture
  await server.db.updateTable('company_settings').set({ named_driver_confirms: true }).execute()
  const orderId = await fixture.place()
  await assign(fixture, orderId, idOf(fixture, 0))
  await accept(fixture, 0, orderId)
  const request = { params: { id: orderId }, body: { reason: 'Pană' } }
  expect((await server.request(driverCancel, request, fixture.drivers[0]?.token)).status).toBe(200)
  await fixture.settle()
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1)])
  await expectInvariants(server)
})

test('a driver from whom the order was taken back is asked again when a dispatcher names them', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [RADIUS] })
  const { server, dispatcher } = fixture
  const orderId = await fixture.place()
  await accept(fixture, 0, orderId)
  await takeBack(fixture, orderId)
  expect(await ringing(fixture, orderId)).toEqual([])
  const body = { driver_ids: [idOf(fixture, 0)] }
  expect((await server.request(notifyDrivers, { params: { id: orderId }, body }, dispatcher)).status).toBe(200)
  await fixture.settle()
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 0)])
})
