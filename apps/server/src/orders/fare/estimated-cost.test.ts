import { acceptOrder, arriveAtPickup, finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { assignByHand } from '@dispecerat/contract/orders/by-hand'
import { createOrder, editOrder, readOrder, setDriverAndFinish } from '@dispecerat/contract/orders/orders'
import { editTariff } from '@dispecerat/contract/orders/tariffs'
import { expect, test } from 'vitest'
import { aTariff, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, northOfPickup, type SearchFixture, settle } from '../../testing/search-fixture.ts'

const STEP = { searchType: 'by_radius', searchSeconds: 30, searchLimit: 3000 } as const
const RIDE = 1
const PARCEL = 2
const A = { name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }
const B = { name: 'Strada Lungă', ...northOfPickup(2000) }
const C = { name: 'Gara', ...northOfPickup(4000) }

/** A company by day with a tariff: 4,50 plus 4 per kilometre. */
async function createPricedFixture(
  serviceId = RIDE,
  minCostBani = 0,
  metres = [300],
): Promise<SearchFixture & { tariffId: number }> {
  const server = { at: '2026-03-02T12:00:00+02:00' }
  const fixture = await createSearchFixture({ metres, steps: [STEP], server, hasJobs: false })
  await fixture.server.db
    .updateTable('driver_status')
    .set({ service_ids: [RIDE, PARCEL] })
    .execute()
  await fixture.server.startJobs()
  return { ...fixture, tariffId: await aTariff(fixture.server, fixture.companyId, { serviceId, minCostBani }) }
}

let callers = 0
async function place({ server, dispatcher }: SearchFixture, body: object = {}) {
  callers += 1
  const client_phone = `+40742${String(callers).padStart(6, '0')}`
  const input = { client_phone, places: [A, B], service_id: RIDE, ...body }
  return (await server.request(createOrder, { body: input }, dispatcher)).reply.data
}

test('the estimate is stored with the order, by the tariff of its departure time', async () => {
  await using fixture = await createPricedFixture()
  expect((await place(fixture)).estimated_cost).toBe(14.9)
  expect((await place(fixture, { departure_time: '2026-03-02 21:00:00' })).estimated_cost).toBe(17.88)
  expect((await place(fixture, { places: [A] })).estimated_cost).toBeNull()
  expect((await place(fixture, { service_id: PARCEL })).estimated_cost).toBeNull()
})

test('a new tariff changes no estimate, other addresses do', async () => {
  await using fixture = await createPricedFixture()
  const { server, companyId, dispatcher, tariffId } = fixture
  const { id } = await place(fixture)
  const boss = await aUser(server, { roles: ['company_admin'], companyIds: [companyId] })
  const dearer = { params: { id: tariffId }, body: { per_km: 10 } }
  await server.request(editTariff, dearer, await server.logIn(boss.email))
  const estimate = async () =>
    (await server.request(readOrder, { params: { id } }, dispatcher)).reply.data.estimated_cost
  expect(await estimate()).toBe(14.9)
  await server.request(editOrder, { params: { id }, body: { name: 'Ion' } }, dispatcher)
  expect(await estimate()).toBe(14.9)
  await server.request(editOrder, { params: { id }, body: { places: [A, B, C] } }, dispatcher)
  expect(await estimate()).toBe(56.5)
})

async function drive(fixture: SearchFixture, id: number, waitSeconds: number): Promise<string> {
  const { server, drivers } = fixture
  const token = drivers[0]?.token ?? ''
  const params = { params: { id } }
  await settle(server)
  await server.request(acceptOrder, { ...params, body: { waiting_driver_time: 5 } }, token)
  await server.request(arriveAtPickup, params, token)
  server.pass(waitSeconds)
  await server.request(startTrip, params, token)
  return token
}

test.each([
  ['without a sum costs its tariff over the road and the wait', {}, 15.8],
  ['with a typed sum costs that', { cost: 21.5 }, 21.5],
])('a parcel that is finished %s', async (_, typed, cost) => {
  await using fixture = await createPricedFixture(PARCEL)
  const { server, dispatcher, tariffId } = fixture
  await server.db.updateTable('tariffs').set({ per_minute_wait_bani: 60 }).where('id', '=', tariffId).execute()
  const { id } = await place(fixture, { service_id: PARCEL })
  const token = await drive(fixture, id, 90)
  await server.request(finishTrip, { params: { id }, body: typed }, token)
  expect((await server.request(readOrder, { params: { id } }, dispatcher)).reply.data.cost).toBe(cost)
})

test('a parcel whose driver reports no arrival costs no wait, also when the driver before had arrived', async () => {
  await using fixture = await createPricedFixture(PARCEL, 0, [100, 1500])
  const { server, dispatcher, drivers, tariffId } = fixture
  await server.db.updateTable('tariffs').set({ per_minute_wait_bani: 60 }).where('id', '=', tariffId).execute()
  const { id } = await place(fixture, { service_id: PARCEL })
  const params = { params: { id } }
  const [first, next] = drivers
  if (!first || !next) throw new Error('two drivers are needed')
  await settle(server)
  await server.request(acceptOrder, { ...params, body: { waiting_driver_time: 5 } }, first.token)
  expect((await server.request(arriveAtPickup, params, first.token)).status).toBe(200)
  const body = { driver_id: next.driverId, reason: 'Pană' }
  expect((await server.request(assignByHand, { ...params, body }, dispatcher)).status).toBe(200)
  server.pass(3600)
  await server.request(startTrip, params, next.token)
  server.pass(61)
  const finished = await server.request(finishTrip, { ...params, body: {} }, next.token)
  expect(finished.reply.data.cost).toBe(14.9)
})

test('a parcel whose arrival is doubted costs no wait', async () => {
  await using fixture = await createPricedFixture(PARCEL, 0, [1500])
  const { server, drivers, tariffId } = fixture
  await server.db.updateTable('tariffs').set({ per_minute_wait_bani: 60 }).where('id', '=', tariffId).execute()
  const { id } = await place(fixture, { service_id: PARCEL })
  const token = drivers[0]?.token ?? ''
  const params = { params: { id } }
  await settle(server)
  await server.request(acceptOrder, { ...params, body: { waiting_driver_time: 5 } }, token)
  const arrived = await server.request(arriveAtPickup, { ...params, body: { reason: 'Fără semnal' } }, token)
  expect(arrived.reply.data.arrival_doubt).toEqual({ reason: 'far', metres: 1500 })
  server.pass(3600)
  await server.request(startTrip, params, token)
  expect((await server.request(finishTrip, { ...params, body: {} }, token)).reply.data.cost).toBe(14.9)
})

test.each([
  [4, 'no_trip'],
  [61, undefined],
])(
  'a parcel that is finished by tariff %i s after the start, at the pickup, is doubted: %s',
  async (seconds, doubt) => {
    await using fixture = await createPricedFixture(PARCEL)
    const { server, dispatcher } = fixture
    const { id } = await place(fixture, { service_id: PARCEL })
    const token = await drive(fixture, id, 0)
    server.pass(seconds)
    await server.request(finishTrip, { params: { id }, body: {} }, token)
    const { data } = (await server.request(readOrder, { params: { id } }, dispatcher)).reply
    expect([data.state, data.fare_doubt?.reason]).toEqual(['finished', doubt])
  },
)

test("a ride is finished with the taximeter's amount, never without one", async () => {
  await using fixture = await createPricedFixture()
  const { id } = await place(fixture)
  const token = await drive(fixture, id, 0)
  const { status, body } = await fixture.server.request(finishTrip, { params: { id }, body: {} }, token)
  expect([status, body.errors]).toEqual([422, { cost: ['Costul este obligatoriu'] }])
})

test('a delivery without a price needs an amount; one arranged by radio costs its estimate', async () => {
  await using fixture = await createPricedFixture(RIDE)
  const { server, drivers, dispatcher } = fixture
  const { id } = await place(fixture, { service_id: PARCEL })
  const token = await drive(fixture, id, 0)
  const { body } = await server.request(finishTrip, { params: { id }, body: {} }, token)
  expect(body.errors).toEqual({ cost: ['Compania nu are un tarif; scrieți costul'] })

  await aTariff(server, fixture.companyId, { serviceId: PARCEL, minCostBani: 2000 })
  const later = { service_id: PARCEL, departure_time: '2026-03-02 18:00:00' }
  const byRadio = await place(fixture, later)
  const body2 = { driverId: drivers[0]?.driverId ?? 0 }
  const done = await server.request(setDriverAndFinish, { params: { id: byRadio.id }, body: body2 }, dispatcher)
  expect(done.reply.data.cost).toBe(20)
})
