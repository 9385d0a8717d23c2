import * as driverContract from '@dispecerat/contract/dispatch/driver'
import * as contract from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture, type Fixture } from '../testing/order-fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.server.stop())

const searchAfterReturn = (isOn: boolean) =>
  fixture.server.db
    .updateTable('company_settings')
    .set({ search_after_return: isOn })
    .where('company_id', '=', fixture.companyId)
    .execute()

test('a driver gives it back before the trip: another one is searched at once, and nobody has to call the client', async () => {
  const { server, driver, driverToken } = fixture
  const { id } = await fixture.place()
  await fixture.assign(asId<OrderId>(id))
  const [phone, console] = [await server.socket(driverToken), await server.socket(fixture.dispatcher)]
  const request = { params: { id }, body: { reason: 'Pană' } }
  const { reply } = await server.request(driverContract.driverCancel, request, driverToken)
  expect(reply.data).toMatchObject({ state: 'canceled', trip_state: null, phone: null, name: null })
  expect(await fixture.read(asId<OrderId>(id))).toMatchObject({
    state: 'created',
    driver_id: null,
    car_indicativ: null,
    cancellation_reason_type: null,
    cancelled_by: null,
    always_in_call: false,
  })
  const lines = fixture.emitted.filter((line) => line.endsWith(` ${id}`))
  expect(lines.slice(-2)).toEqual([`order.driver_released ${id}`, `order.search_wanted ${id}`])
  const lost = await phone.waitForEvent('order_canceled', ({ order_id }) => order_id === id)
  expect(lost.data).toEqual({ order_id: id, reason: 'no_longer_available' })
  const warned = await console.waitForEvent('order_warning', ({ order_id }) => order_id === id)
  expect(warned.data).toMatchObject({ kind: 'returned', indicativ: driver.indicativ, order: { state: 'created' } })
  phone.close()
  console.close()
  const { reply: lineage } = await server.request(contract.readOrderHistory, { params: { id } }, fixture.dispatcher)
  expect(lineage.data.find(({ type }) => type === 'returned')).toMatchObject({
    initiator: { kind: 'driver', id: driver.driverId },
    data: { driver_id: driver.driverId, indicativ: driver.indicativ, text: 'Pană' },
  })
  // The order is another driver's now: a repeat without the key of the first request finds it no more.
  expect((await server.request(driverContract.driverCancel, request, driverToken)).status).toBe(404)
  await server.request(contract.cancelOrder, { params: { id } }, fixture.dispatcher)
})

test('without the new search: canceled as "id~reason", marked for a call back, and a retry excludes the driver', async () => {
  const { server, driver, driverToken } = fixture
  await searchAfterReturn(false)
  const { id } = await fixture.place()
  await fixture.assign(asId<OrderId>(id))
  const request = { params: { id }, body: { reason: 'Pană' } }
  const { reply } = await server.request(driverContract.driverCancel, request, driverToken)
  expect(reply.data).toMatchObject({ state: 'canceled', phone: null })
  expect(await fixture.read(asId<OrderId>(id))).toMatchObject({
    cancellation_reason_type: 'driver_canceled',
    cancellation_reason_text: `${driver.driverId}~Pană`,
    cancelled_by: 'driver',
    always_in_call: true,
  })
  await searchAfterReturn(true)
  const retried = await server.request(contract.retryOrder, { params: { id } }, fixture.dispatcher)
  expect(retried.reply.data).toMatchObject({
    state: 'created',
    driver_id: null,
    car_indicativ: null,
    cancellation_reason_type: null,
    cancelled_by: null,
  })
  const row = await server.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', asId<OrderId>(id))
    .executeTakeFirstOrThrow()
  expect(row.canceled_by_driver_ids).toEqual([driver.driverId])
  const cleared = await server.request(contract.clearAlwaysInCall, { params: { id } }, fixture.dispatcher)
  expect(cleared.reply.data.always_in_call).toBe(false)
  expect(await fixture.history(asId<OrderId>(id))).toEqual([
    'created',
    'placed',
    'driver_accepted',
    'assigned',
    'canceled',
    'always_in_call_set',
    'retried',
    'always_in_call_removed',
  ])
})

test('a driver gives it back during the trip: canceled, because nobody knows where the client is now', async () => {
  const { server, driverToken } = fixture
  const { id } = await fixture.place()
  await fixture.assign(asId<OrderId>(id))
  await server.request(driverContract.startTrip, { params: { id } }, driverToken)
  await server.request(driverContract.driverCancel, { params: { id }, body: { reason: 'Pană' } }, driverToken)
  expect(await fixture.read(asId<OrderId>(id))).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'driver_canceled',
    always_in_call: true,
  })
})
