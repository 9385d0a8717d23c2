import { arriveAtPickup, finishTrip, reportPosition, startTrip } from '@dispecerat/contract/dispatch/driver'
import { driverNoShow, reportNoShow } from '@dispecerat/contract/orders/no-show'
import { cancelOrder, readOrderHistory, retryOrder, setDriverAndFinish } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { northOfPickup } from '../../testing/search-fixture.ts'
import { createFixture, type Fixture } from '../testing/order-fixture.ts'

const fixture: Fixture = await createFixture()
const { server } = fixture
afterAll(() => server.stop())

describe('reported by the driver', () => {
  let id: OrderId
  beforeEach(async () => {
    // The car of the test before may be anywhere, and no car drives a kilometre in no time.
    server.pass(600)
    id = asId<OrderId>((await fixture.place()).id)
    await fixture.assign(id)
  })

  const arrive = (reason: string | null) =>
    server.request(arriveAtPickup, { params: { id }, body: { reason } }, fixture.driverToken)
  const finish = () => server.request(finishTrip, { params: { id }, body: { cost: 20 } }, fixture.driverToken)
  const start = () => server.request(startTrip, { params: { id } }, fixture.driverToken)
  async function end() {
    await start()
    server.pass(300)
    await finish()
  }

  test('a car at the pickup arrives without a mark', async () => {
    expect((await fixture.arrive(id, 250)).reply.data).toMatchObject({
      trip_state: 'waiting_client',
      arrival_doubt: null,
    })
    expect((await fixture.read(id)).arrival_doubt).toBeNull()
    await end()
  })

  test('a mark that an older process left from the driver before ends with the arrival of the next', async () => {
    const left = { arrival_doubt: 'far', arrival_metres: 1200 } as const
    await server.db.updateTable('orders').set(left).where('id', '=', id).execute()
    const { data } = (await fixture.arrive(id)).reply
    expect([data.arrival_doubt, data.no_show_at]).toEqual([null, expect.any(String)])
    await end()
  })

  test('a trip arranged by radio after a no-show carries no mark of the driver before', async () => {
    await arrive('Fără semnal')
    server.pass(300)
    const absent = { params: { id }, body: { reason_text: 'Nu răspunde' } }
    await server.request(reportNoShow, absent, fixture.dispatcher)
    const body = { driverId: fixture.driver.driverId }
    await server.request(setDriverAndFinish, { params: { id }, body }, fixture.dispatcher)
    expect(await fixture.read(id)).toMatchObject({ state: 'finished', arrival_doubt: null })
  })

  test('a car elsewhere arrives with a reason only, and the order and its history show both', async () => {
    expect(await fixture.arrive(id, 1200)).toMatchObject({
      status: 409,
      body: { code: 'order.arrival_doubted', doubt: 'far', metres: 1200 },
    })
    expect((await arrive('  ')).body).toMatchObject({ code: 'order.arrival_doubted' })
    expect(await fixture.read(id)).toMatchObject({ trip_state: 'waiting_driver', arrival_doubt: null })
    const doubted = { arrival_doubt: { reason: 'far', metres: 1200 } }
    expect((await arrive('Strada e închisă')).reply.data).toMatchObject({ trip_state: 'waiting_client', ...doubted })
    expect(await fixture.read(id)).toMatchObject(doubted)
    const { reply } = await server.request(readOrderHistory, { params: { id } }, fixture.dispatcher)
    expect(reply.data.at(-1)).toMatchObject({
      type: 'arrived',
      data: { arrival_doubt: 'far', metres: 1200, text: 'Strada e închisă' },
    })
    await end()
  })

  test('a phone without positions arrives with a reason only', async () => {
    expect((await arrive(null)).body).toMatchObject({
      code: 'order.arrival_doubted',
      doubt: 'no_position',
      metres: null,
    })
    expect((await arrive('Fără semnal')).reply.data.arrival_doubt).toEqual({ reason: 'no_position', metres: null })
    await end()
  })

  test('a company that asks for no evidence believes every arrival', async () => {
    const radius = (metres: number) =>
      server.db
        .updateTable('company_settings')
        .set({ arrival_radius_m: metres })
        .where('company_id', '=', fixture.companyId)
        .execute()
    await radius(0)
    expect((await fixture.arrive(id, 1200)).reply.data).toMatchObject({ arrival_doubt: null })
    await radius(300)
    await end()
  })

  test('after a doubted arrival a dispatcher closes the no-show, not the driver; the next driver begins without the mark', async () => {
    const arrived = await arrive('Fără semnal')
    expect(arrived.reply.data.no_show_at).toBeNull()
    server.pass(300)
    const byDriver = { params: { id }, body: { reason: 'Nu răspunde' } }
    expect((await server.request(driverNoShow, byDriver, fixture.driverToken)).body).toMatchObject({
      code: 'order.no_show_doubted',
    })
    const byDispatcher = { params: { id }, body: { reason_text: 'Nu răspunde' } }
    expect((await server.request(reportNoShow, byDispatcher, fixture.dispatcher)).status).toBe(200)
    await server.request(retryOrder, { params: { id } }, fixture.dispatcher)
    expect((await fixture.read(id)).arrival_doubt).toBeNull()
    await server.request(cancelOrder, { params: { id } }, fixture.dispatcher)
  })

  test('a driver who has driven off cannot close the no-show', async () => {
    await fixture.arrive(id)
    server.pass(300)
    const noShow = { params: { id }, body: { reason: 'Nu răspunde' } }
    await server.request(reportPosition, { body: northOfPickup(800) }, fixture.driverToken)
    expect((await server.request(driverNoShow, noShow, fixture.driverToken)).body).toMatchObject({
      code: 'order.no_show_doubted',
    })
    server.pass(30)
    await server.request(reportPosition, { body: northOfPickup(0) }, fixture.driverToken)
    expect((await server.request(driverNoShow, noShow, fixture.driverToken)).status).toBe(200)
  })

  test('a trip that ends at once, with the car still at the pickup, moves no money until it is confirmed', async () => {
    await fixture.arrive(id)
    await start()
    server.pass(10)
    expect((await finish()).reply.data.fare_doubt).toMatchObject({ reason: 'no_trip', trip_seconds: 10 })
  })
})

test('a car that jumped to the pickup has not proved that it is there', async () => {
  await using other = await createFixture()
  const jumping = asId<OrderId>((await other.place()).id)
  await other.assign(jumping)
  await other.arrive(jumping, 60_000)
  other.server.pass(2)
  expect((await other.arrive(jumping)).body).toMatchObject({ code: 'order.arrival_doubted', doubt: 'implausible' })
})
