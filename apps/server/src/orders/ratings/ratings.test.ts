import { finishTrip } from '@dispecerat/contract/dispatch/driver'
import { readDriver } from '@dispecerat/contract/orders/company-dispatch'
import { readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { listRatings, rateOrder } from '@dispecerat/contract/orders/ratings'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aCompany, aDispatcher } from '../../testing/builders.ts'
import { createFixture, type Fixture } from '../testing/order-fixture.ts'

async function aFinishedTrip(fixture: Fixture, input: Parameters<Fixture['place']>[0] = {}): Promise<OrderId> {
  const { id } = await fixture.place(input)
  await fixture.assign(asId<OrderId>(id))
  const { db } = fixture.server
  await db.updateTable('orders').set({ trip_state: 'started' }).where('id', '=', asId<OrderId>(id)).execute()
  await fixture.server
    .request(finishTrip, { params: { id }, body: { cost: 24.5 } }, fixture.driverToken)
    .then((a) => a.reply)
  return asId<OrderId>(id)
}

const rate = (fixture: Fixture, id: number, token: string, body: Record<string, unknown> = { stars: 5 }) =>
  fixture.server.request(rateOrder, { params: { id }, body: body as { stars: number } }, token)

test("a dispatcher records the client's rating: on the order, in its history, in the driver's list", async () => {
  await using fixture = await createFixture()
  const id = await aFinishedTrip(fixture)
  const body = { stars: 4, tags: ['curat', 'punctual'], comment: ' Mașină curată ' }
  const { reply } = await rate(fixture, id, fixture.colleague, body)
  expect(reply.data).toMatchObject({ stars: 4, tags: ['curat', 'punctual'], comment: 'Mașină curată' })

  const order = (await fixture.server.request(readOrder, { params: { id } }, fixture.dispatcher)).reply.data
  expect(order.rating).toEqual(reply.data)
  const history = (await fixture.server.request(readOrderHistory, { params: { id } }, fixture.dispatcher)).reply.data
  expect(history.at(-1)).toMatchObject({ type: 'rated', data: { stars: 4 }, initiator: { kind: 'dispatcher' } })
  const list = await fixture.server.request(
    listRatings,
    { params: { id: fixture.driver.driverId } },
    fixture.dispatcher,
  )
  expect(list.reply).toMatchObject({ data: [{ order_id: id, stars: 4 }], mean: null, meta: { total: 1 } })
})

test("an order is rated once per direction: the driver's rating of the client is separate and visible to dispatchers only", async () => {
  await using fixture = await createFixture()
  const id = await aFinishedTrip(fixture)
  const answers = await Promise.all([rate(fixture, id, fixture.dispatcher), rate(fixture, id, fixture.colleague)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  expect((await rate(fixture, id, fixture.driverToken, { stars: 2 })).status).toBe(201)
  expect((await rate(fixture, id, fixture.driverToken, { stars: 2 })).body.code).toBe('order.already_rated')
  expect((await fixture.read(id)).rating?.stars).toBe(5)
})

test('only a finished trip of the last seven days is rated, with one to five stars, and never from another company', async () => {
  await using fixture = await createFixture()
  const open = await fixture.place()
  expect((await rate(fixture, open.id, fixture.dispatcher)).body).toMatchObject({ code: 'order.wrong_state' })
  const id = await aFinishedTrip(fixture)
  for (const stars of [0, 6, 2.5]) expect((await rate(fixture, id, fixture.dispatcher, { stars })).status).toBe(422)
  expect((await rate(fixture, id, fixture.dispatcher, { stars: 5, tags: ['altceva'] })).status).toBe(422)
  expect((await rate(fixture, id, fixture.dispatcher, { stars: 5, comment: 'x'.repeat(501) })).status).toBe(422)
  expect((await rate(fixture, id, fixture.rival)).status).toBe(404)
  fixture.server.pass(7 * 24 * 3600 + 1)
  const dispatcher = await fixture.server.logIn(await emailOf(fixture))
  expect((await rate(fixture, id, dispatcher)).body).toMatchObject({ code: 'order.rating_closed' })
})

test("the mean is on the driver's card from the fifth rating on", async () => {
  await using fixture = await createFixture()
  const { driverId } = fixture.driver
  const card = async () =>
    (await fixture.server.request(readDriver, { params: { id: driverId } }, fixture.dispatcher)).reply.data.rating
  for (const stars of [5, 5, 4, 4]) await rate(fixture, await aFinishedTrip(fixture), fixture.dispatcher, { stars })
  expect(await card()).toEqual({ mean: null, count: 4 })
  await rate(fixture, await aFinishedTrip(fixture), fixture.dispatcher, { stars: 3 })
  expect(await card()).toEqual({ mean: 4.2, count: 5 })
})

test('ratings by clients of one company stay there when the driver moves', async () => {
  await using fixture = await createFixture()
  const { server, driver } = fixture
  await rate(fixture, await aFinishedTrip(fixture), fixture.dispatcher, { stars: 2, comment: 'Rău' })
  const next = await aCompany(server)
  const moved = { company_id: next.companyId }
  await server.db.updateTable('driver_status').set(moved).where('driver_id', '=', driver.driverId).execute()
  const dispatcher = await server.logIn((await aDispatcher(server, next)).email)
  const params = { id: driver.driverId }
  expect((await server.request(listRatings, { params }, dispatcher)).reply).toMatchObject({
    data: [],
    meta: { total: 0 },
  })
  expect((await server.request(readDriver, { params }, dispatcher)).reply.data.rating).toEqual({ mean: null, count: 0 })
})

test('a page of ratings of each: with the author, and for a client only those by our drivers', async () => {
  await using fixture = await createFixture()
  const { server, driver, dispatcher, rival } = fixture
  const input = { client_phone: '+40722118899' }
  const ids = [await aFinishedTrip(fixture, input), await aFinishedTrip(fixture, input)]
  for (const id of ids) {
    expect((await rate(fixture, id, dispatcher, { stars: 4, comment: 'Bine' })).status).toBe(201)
    expect((await rate(fixture, id, fixture.driverToken, { stars: 2, tags: ['nu a venit'] })).status).toBe(201)
    server.pass(60)
  }
  const read = (id: number, query: object, token = dispatcher) =>
    server.request(listRatings, { params: { id }, query }, token)
  const first = (await read(driver.driverId, { per_page: 1 })).reply
  expect(first.data).toMatchObject([{ order_id: ids[1], is_ours: true, by: { id: fixture.dispatcherId } }])
  expect([first.meta.total, (await read(driver.driverId, { per_page: 1, page: 2 })).reply.data[0]?.order_id]).toEqual([
    2,
    ids[0],
  ])
  const { client_id } = await server.db
    .selectFrom('orders')
    .select('client_id')
    .where('id', '=', ids[0] ?? asId<OrderId>(0))
    .executeTakeFirstOrThrow()
  const clientId = client_id ?? 0
  expect((await read(clientId, { of: 'client' })).reply.data).toMatchObject([
    { order_id: ids[1], stars: 2, tags: ['nu a venit'], source: 'driver_app', by: { id: driver.driverId } },
    { order_id: ids[0], stars: 2 },
  ])
  expect((await read(clientId, { of: 'client' }, rival)).body.code).toBe('client.unknown')
  expect((await read(driver.driverId, { of: 'client' })).body.code).toBe('client.unknown')
})

async function emailOf({ server, dispatcherId }: Fixture): Promise<string> {
  const row = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', dispatcherId)
    .executeTakeFirstOrThrow()
  return row.email ?? ''
}
