import { POSITIONS_CHANNEL } from '@dispecerat/contract/api/realtime'
import { driverMe, reportPosition, setPause, startShift, stopShift } from '@dispecerat/contract/dispatch/driver'
import { listDriverPositions, listDrivers, readDriver } from '@dispecerat/contract/orders/company-dispatch'
import type { Point } from '@dispecerat/domain/kernel/geo'
import type { CompanyId, UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aServer, type TestServer } from '../testing/a-server.ts'
import { type ADriver, aCompany, aDispatcher, aDriver, anOrder, TOWN_SQUARE } from '../testing/builders.ts'

interface Yard extends AsyncDisposable {
  server: TestServer
  companyId: CompanyId
  dispatcher: string
  driver: ADriver & { token: string }
}

/** One company, its dispatcher, and one driver: on duty at `at`, or off duty. */
async function aYard(at?: Point, isSimulated = false): Promise<Yard> {
  const server = await aServer()
  const { companyId } = await aCompany(server)
  const { email } = await aDispatcher(server, { companyId })
  const driver = await aDriver(server, { companyId, indicativ: '112', ...(at ? { at } : {}) })
  const dispatcher = await server.logIn(email)
  const token = await server.logIn(driver.email)
  if (isSimulated) {
    await server.db.updateTable('users').set({ is_simulated: true }).where('id', '=', driver.driverId).execute()
  }
  await server.startJobs()
  return { server, companyId, dispatcher, driver: { ...driver, token }, [Symbol.asyncDispose]: () => server.stop() }
}

type Frame = { positions: { userId: UserId; lat: number; age_s: number; is_paused: boolean }[]; gone: number[] }

test.each([true, false])('a car on the map shows that its driver is simulated: %s', async (isSimulated) => {
  await using yard = await aYard(TOWN_SQUARE, isSimulated)
  const { server, driver, dispatcher } = yard
  const [seen] = (await server.request(listDriverPositions, {}, dispatcher)).reply
  expect(seen).toMatchObject({ userId: driver.driverId })
  expect(seen?.is_simulated).toBe(isSimulated ? true : undefined)
  const card = await server.request(readDriver, { params: { id: driver.driverId } }, dispatcher)
  expect(card.reply.data.is_simulated).toBe(isSimulated)
})

test('a driver goes on duty with the default car, is shown on the map, pauses, and goes off duty', async () => {
  await using yard = await aYard()
  const { server, driver, dispatcher } = yard
  const early = await server.request(reportPosition, { body: TOWN_SQUARE }, driver.token)
  expect(early.body).toMatchObject({ code: 'driver.not_on_shift' })

  const on = await server.request(startShift, { body: {} }, driver.token)
  expect(on.reply.data).toMatchObject({ on_shift: true, car: { indicativ: '112' }, active_orders: [] })
  const here = { ...TOWN_SQUARE, lat: 45.12345678 }
  expect((await server.request(reportPosition, { body: here }, driver.token)).reply).toEqual({ accepted: true })
  const seen = await server.request(listDriverPositions, {}, dispatcher)
  expect(seen.reply).toMatchObject([{ userId: driver.driverId, indicativ: '112', lat: 45.123457, age_s: 0 }])

  const paused = await server.request(setPause, { body: { is_paused: true } }, driver.token)
  expect(paused.reply.data.is_paused).toBe(true)
  expect((await server.request(listDriverPositions, {}, dispatcher)).reply).toMatchObject([{ is_paused: true }])

  const off = await server.request(stopShift, {}, driver.token)
  expect(off.reply.data).toMatchObject({ on_shift: false, is_paused: false })
  expect((await server.request(listDriverPositions, {}, dispatcher)).reply).toEqual([])
})

test('a shift does not end while an order is active', async () => {
  await using yard = await aYard(TOWN_SQUARE)
  const { server, companyId, driver } = yard
  const { orderId } = await anOrder(server, { companyId })
  const assigned = { state: 'assigned', trip_state: 'waiting_driver', driver_id: driver.driverId } as const
  await server.db.updateTable('orders').set(assigned).where('id', '=', orderId).execute()
  await server.db.updateTable('driver_status').set({ is_busy: true }).where('driver_id', '=', driver.driverId).execute()
  const answer = await server.request(stopShift, {}, driver.token)
  expect(answer.body).toMatchObject({ code: 'driver.has_active_order' })
  const { reply } = await server.request(driverMe, {}, driver.token)
  expect(reply.data.active_orders).toMatchObject([{ id: orderId }])
})

describe('a position', () => {
  let yard: Yard
  beforeAll(async () => {
    yard = await aYard(TOWN_SQUARE)
  })
  afterAll(() => yard[Symbol.asyncDispose]())

  test.each([
    ['not a number', '{"lat":NaN,"long":25.5}', 422],
    ['null', '{"lat":null,"long":25.5}', 422],
    ['text', '{"lat":"45","long":25.5}', 422],
    ['huge', '{"lat":1e309,"long":25.5}', 422],
    ['in Paris', '{"lat":48.85,"long":2.35}', 422],
    ['in the future by a month', '{"lat":45.6,"long":25.5,"recorded_at":"2026-04-01 00:00:00"}', 200],
    ['at no real hour', '{"lat":45.6,"long":25.5,"recorded_at":"2026-02-30 99:00:00"}', 422],
  ])('that is %s gets a clear reply', async (_, payload, status) => {
    const answer = await yard.server.inject({
      method: 'POST',
      url: '/api/driver/position',
      headers: { authorization: `Bearer ${yard.driver.token}`, 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBe(status)
  })
})

test('positions that came over the socket are written in batches, with a trail', async () => {
  await using yard = await aYard(TOWN_SQUARE)
  const { server, driver } = yard
  const phone = await server.socket(driver.token)
  for (let i = 1; i <= 3; i++) {
    server.pass(5)
    phone.send({ event: 'position', data: { lat: TOWN_SQUARE.lat + i / 1000, long: TOWN_SQUARE.long, heading: 90 } })
    await phone.caughtUp()
  }
  const last = () =>
    server.db
      .selectFrom('driver_last_positions')
      .selectAll()
      .where('driver_id', '=', driver.driverId)
      .executeTakeFirst()
  await expect
    .poll(last, { timeout: 30_000 })
    .toMatchObject({ lat: TOWN_SQUARE.lat + 0.003, heading: 90, recorded_at: server.clock.now() })
  await expect
    .poll(() => server.db.selectFrom('driver_trail').selectAll().execute(), { timeout: 30_000 })
    .toHaveLength(3)
})

test('the map receives moved and removed cars once a second', async () => {
  await using yard = await aYard(TOWN_SQUARE)
  const { server, driver, dispatcher } = yard
  const map = await server.socket(dispatcher)
  await map.subscribe(POSITIONS_CHANNEL)
  server.pass(5)
  await server.request(reportPosition, { body: { ...TOWN_SQUARE, lat: 45.65 } }, driver.token)
  const moved = await map.waitForEvent<Frame>(POSITIONS_CHANNEL, ({ positions }) =>
    positions.some(({ lat }) => lat === 45.65),
  )
  expect(moved.data.positions).toMatchObject([{ userId: driver.driverId, age_s: expect.any(Number) }])

  server.pass(61)
  const left = await map.waitForEvent<Frame>(POSITIONS_CHANNEL, ({ gone }) => gone.length > 0)
  expect(left.data.gone).toEqual([driver.driverId])
})

test('after a restart the cars are at their last positions', async () => {
  await using yard = await aYard(TOWN_SQUARE)
  yard.server.pass(30)
  await using again = await aServer({ besides: yard.server })
  await again.startJobs()
  const { reply } = await again.request(listDriverPositions, {}, yard.dispatcher)
  expect(reply).toMatchObject([{ userId: yard.driver.driverId, age_s: 30 }])
})

test('a node applies changes of another one from the log', async () => {
  await using yard = await aYard(TOWN_SQUARE)
  const { server, driver, dispatcher } = yard
  await using other = await aServer({ besides: server })
  await other.startJobs()
  await server.request(setPause, { body: { is_paused: true } }, driver.token)
  await expect
    .poll(async () => (await other.request(listDriverPositions, {}, dispatcher)).reply)
    .toMatchObject([{ is_paused: true }])
})

test('a dispatcher finds drivers by call sign, name or number, and only those of the own company', async () => {
  await using yard = await aYard(TOWN_SQUARE)
  const { server, dispatcher, driver } = yard
  const { companyId } = await aCompany(server)
  const unknown = await aDriver(server, { companyId, indicativ: '112' })
  const found = await server.request(listDrivers, { query: { search: '112' } }, dispatcher)
  expect(found.reply.data.map(({ id }) => id)).toEqual([driver.driverId])
  const { lat, long } = TOWN_SQUARE
  expect(found.reply.data[0]).toMatchObject({ is_online: true, current_location: [long, lat], lat, lng: long })
  expect((await server.request(listDrivers, { query: { search: '%' } }, dispatcher)).reply.data).toEqual([])
  const otherTenant = await server.request(readDriver, { params: { id: unknown.driverId } }, dispatcher)
  expect(otherTenant.status).toBe(404)
})
