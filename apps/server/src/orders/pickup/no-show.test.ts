import { finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { lookUpClient } from '@dispecerat/contract/orders/clients'
import { driverNoShow, reportNoShow } from '@dispecerat/contract/orders/no-show'
import { readOrderHistory, retryOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhone, createFixture, type Fixture } from '../testing/order-fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
afterAll(() => fixture.server.stop())

const ABSENT = { reason: 'Nu răspunde la interfon' }

/** An order whose driver has just arrived at the pickup. */
async function waitingOrder(phone = aPhone()): Promise<OrderId> {
  const id = asId<OrderId>((await fixture.place({ client_phone: phone })).id)
  await fixture.assign(id)
  await fixture.arrive(id)
  return id
}

const byDriver = (id: OrderId) =>
  fixture.server.request(driverNoShow, { params: { id }, body: ABSENT }, fixture.driverToken)
const byDispatcher = (id: OrderId, token = fixture.dispatcher) =>
  fixture.server.request(reportNoShow, { params: { id }, body: { reason_text: ABSENT.reason } }, token)

test('a driver who waited as long as the company wants closes the order; the client has one no-show', async () => {
  const { server, driver } = fixture
  const phone = aPhone()
  const id = await waitingOrder(phone)
  server.pass(299)
  expect(await byDriver(id)).toMatchObject({ status: 409, body: { code: 'order.no_show_too_early', seconds_left: 1 } })
  server.pass(1)
  const { reply } = await byDriver(id)
  expect(reply.data).toMatchObject({ state: 'canceled', trip_state: null, phone: null, no_show_at: null })
  expect(await fixture.read(id)).toMatchObject({
    cancellation_reason_type: 'no_show',
    cancellation_reason_text: ABSENT.reason,
    cancelled_by: 'driver',
    cancelled_by_user: driver.driverId,
    always_in_call: false,
  })
  expect(fixture.emitted).toContain(`order.driver_released ${id}`)
  const history = await server.request(readOrderHistory, { params: { id } }, fixture.dispatcher)
  expect(history.reply.data.at(-1)).toMatchObject({
    type: 'canceled',
    initiator: { kind: 'driver' },
    data: { reason: 'no_show', text: ABSENT.reason, waited_s: 300 },
  })
  const client = await server.request(lookUpClient, { body: { phone } }, fixture.dispatcher)
  expect(client.reply.data).toMatchObject({ orders_count: 1, canceled_count: 1, no_shows_count: 1 })
  expect((await byDriver(id)).body).toMatchObject({ code: 'order.wrong_state', state: 'canceled' })
})

test('the driver is told from when on the client counts as absent', async () => {
  const { server } = fixture
  const id = asId<OrderId>((await fixture.place()).id)
  await fixture.assign(id)
  const now = server.clock.now()
  const arrived = await fixture.arrive(id)
  const expected = new Date(now.getTime() + 300_000).toISOString().slice(0, 19).replace('T', ' ')
  expect(arrived.reply.data.no_show_at).toBe(expected)
  const started = await server.request(startTrip, { params: { id } }, fixture.driverToken)
  expect(started.reply.data.no_show_at).toBeNull()
  server.pass(600)
  expect((await byDriver(id)).body).toMatchObject({ code: 'order.trip_step', trip_state: 'started' })
  await server.request(finishTrip, { params: { id }, body: { cost: 15 } }, fixture.driverToken)
})

test('a client of a scheduled order is not absent before the departure, however early the car comes', async () => {
  const { server } = fixture
  const id = asId<OrderId>((await fixture.place()).id)
  const departure_time = new Date(server.clock.now().getTime() + 900_000)
  await server.db.updateTable('orders').set({ departure_time }).where('id', '=', id).execute()
  await fixture.assign(id)
  const arrived = await fixture.arrive(id)
  const expected = new Date(departure_time.getTime() + 300_000).toISOString().slice(0, 19).replace('T', ' ')
  expect(arrived.reply.data.no_show_at).toBe(expected)
  server.pass(900)
  expect((await byDriver(id)).body).toMatchObject({ code: 'order.no_show_too_early', seconds_left: 300 })
  server.pass(300)
  expect((await byDriver(id)).status).toBe(200)
})

test('a dispatcher closes it too, with a reason; the driver is notified', async () => {
  const { server } = fixture
  const id = await waitingOrder()
  server.pass(300)
  const phone = await server.socket(fixture.driverToken)
  const without = await server.request(reportNoShow, { params: { id }, body: { reason_text: '' } }, fixture.dispatcher)
  expect(without.status).toBe(422)
  expect((await byDispatcher(id, fixture.rival)).status).toBe(404)
  expect((await byDispatcher(id)).reply.data).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'no_show',
    cancelled_by: 'dispatcher',
  })
  const lost = await phone.waitForEvent('order_canceled', ({ order_id }) => order_id === id)
  expect(lost.data).toEqual({ order_id: id, reason: 'dispatcher_canceled' })
  phone.close()
})

test('a client who is being called is not absent yet, and neither is one whose car is on the way', async () => {
  const { server } = fixture
  const onTheWay = asId<OrderId>((await fixture.place()).id)
  await fixture.assign(onTheWay)
  server.pass(3600)
  expect((await byDispatcher(onTheWay)).body).toMatchObject({ code: 'order.trip_step', trip_state: 'waiting_driver' })
  await fixture.arrive(onTheWay)
  server.pass(300)
  const calling = (state: 'started' | 'ended') =>
    server.db.updateTable('orders').set({ call_playback_state: state }).where('id', '=', onTheWay).execute()
  await calling('started')
  expect((await byDriver(onTheWay)).body).toMatchObject({ code: 'order.no_show_calling' })
  await calling('ended')
  expect((await byDriver(onTheWay)).status).toBe(200)
})

test('the next driver of a no-show begins to wait at the own arrival', async () => {
  const { server } = fixture
  const id = await waitingOrder()
  server.pass(300)
  await byDriver(id)
  await server.request(retryOrder, { params: { id } }, fixture.dispatcher)
  await fixture.assign(id)
  server.pass(300)
  await fixture.arrive(id)
  expect((await byDriver(id)).body).toMatchObject({ code: 'order.no_show_too_early', seconds_left: 300 })
})
