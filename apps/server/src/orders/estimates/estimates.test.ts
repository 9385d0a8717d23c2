import { acceptOrder, setPause } from '@dispecerat/contract/dispatch/driver'
import { banUser } from '@dispecerat/contract/fleet/bans'
import { estimateOrder, readOrderEta } from '@dispecerat/contract/orders/estimates'
import { readOrder } from '@dispecerat/contract/orders/orders'
import { NO_USER, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aCompany, aDispatcher, aTariff, aUser, TOWN_SQUARE } from '../../testing/builders.ts'
import { onTrip } from '../../testing/on-trip.ts'
import { createSearchFixture, northOfPickup, type SearchFixture, settle } from '../../testing/search-fixture.ts'

const TIMEOUT = { timeout: 30_000 }
const STEP = { searchType: 'by_radius', searchSeconds: 30, searchLimit: 3000 } as const
const pickup = { lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }

async function estimate({ server, dispatcher }: SearchFixture, body: object = {}, token = dispatcher) {
  return (await server.request(estimateOrder, { body: { places: [pickup], ...body } }, token)).reply.data
}

async function accept({ server, drivers }: SearchFixture, index: number, orderId: OrderId): Promise<void> {
  const request = { params: { id: orderId }, body: { waiting_driver_time: 4 } }
  await server.request(acceptOrder, request, drivers[index]?.token)
  await settle(server)
}

test('a ride is priced over all its places, by day and by night, with an itemised price', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: [STEP] })
  await aTariff(fixture.server, fixture.companyId, { name: 'Standard' })
  const places = [pickup, northOfPickup(1000), northOfPickup(3000)]
  const day = await estimate(fixture, { places, departure_time: '2026-03-02 10:00:00' })
  expect(day).toMatchObject({
    metres: 3900,
    seconds: 520,
    cost: 20.1,
    is_night: false,
    is_guess: true,
    tariff_name: 'Standard',
    explanation: [
      { part: 'start', amount: 4.5, quantity: null },
      { part: 'distance', amount: 15.6, quantity: 3900 },
    ],
  })
  const night = await estimate(fixture, { places, departure_time: '2026-03-02 20:00:00' })
  expect(night).toMatchObject({ cost: 24.12, is_night: true })
  expect(night.explanation.at(-1)).toEqual({ part: 'night', amount: 4.02, quantity: 20 })
})

test('without a destination or a tariff there is no price, and the rest is still returned', async () => {
  await using fixture = await createSearchFixture({ metres: [400], steps: [STEP] })
  const places = [pickup, northOfPickup(1000)]
  expect(await estimate(fixture, { places })).toMatchObject({ cost: null, tariff_name: null, metres: 1300 })
  await aTariff(fixture.server, fixture.companyId)
  const onlyPickup = await estimate(fixture)
  expect(onlyPickup).toMatchObject({ cost: null, metres: null, seconds: null, explanation: [] })
  expect(onlyPickup.nearest.map(({ metres }) => metres)).toEqual([520])
})

test('the nearest free cars are listed nearest first; paused, banned, far away and without the service are not free', async () => {
  await using fixture = await createSearchFixture({
    metres: [900, 300, 100, 200, 20_000, 400],
    steps: [STEP],
    hasJobs: false,
  })
  const { server, drivers, dispatcher } = fixture
  const [far, near, paused, banned, , other] = drivers
  await server.db
    .updateTable('driver_status')
    .set({ service_ids: [2] })
    .where('driver_id', '=', other?.driverId ?? NO_USER)
    .execute()
  await server.startJobs()
  await server.request(setPause, { body: { is_paused: true } }, paused?.token)
  const ban = { unit: 'hour' as const, amount: 1, reason: 'Test' }
  await server.request(banUser, { params: { id: banned?.driverId ?? NO_USER }, body: ban }, dispatcher)
  await expect
    .poll(async () => (await estimate(fixture)).nearest.map(({ indicativ }) => indicativ), TIMEOUT)
    .toEqual([near?.indicativ, far?.indicativ])
  const { nearest, pickup_eta_seconds } = await estimate(fixture)
  expect(pickup_eta_seconds).toBe(nearest[0]?.seconds)
})

test('without a free car the nearest busy one is returned', async () => {
  await using fixture = await createSearchFixture({ metres: [300], steps: [STEP] })
  const orderId = await fixture.place()
  await fixture.pass(1)
  await accept(fixture, 0, orderId)
  await expect
    .poll(async () => (await estimate(fixture)).nearest_busy?.indicativ, TIMEOUT)
    .toBe(fixture.drivers[0]?.indicativ)
  expect(await estimate(fixture)).toMatchObject({ nearest: [], pickup_eta_seconds: null })
})

interface Wait {
  what: string
  freeAt: number | null
  leftMetres: number
  isStarted?: boolean
  by: 'free' | 'finishing' | null
}

test.each<Wait>([
  // About 450 m/min at 1.3 times the straight line; the trip has one or six kilometres left.
  { what: 'no free car', freeAt: null, leftMetres: 1000, by: 'finishing' },
  { what: 'a free car farther away', freeAt: 2900, leftMetres: 1000, by: 'finishing' },
  { what: 'a free car that is sooner there', freeAt: 600, leftMetres: 1000, by: 'free' },
  { what: 'a trip that ends in more than ten minutes', freeAt: null, leftMetres: 6000, by: null },
  {
    what: 'a client who is not in the car yet',
    freeAt: null,
    leftMetres: 1000,
    isStarted: false,
    by: null,
  },
])('with $what the pickup time is by a $by car', async ({ freeAt, leftMetres, isStarted = true, by }) => {
  await using fixture = await createSearchFixture({
    metres: freeAt === null ? [] : [freeAt],
    steps: [STEP],
    hasJobs: false,
  })
  const ends = northOfPickup(500)
  const { driverId } = await onTrip(fixture.server, fixture.companyId, northOfPickup(500 + leftMetres), ends, isStarted)
  await fixture.server.startJobs()
  const result = await estimate(fixture)
  const seconds = { free: result.nearest[0]?.seconds ?? null, finishing: result.nearest_finishing?.seconds ?? null }
  expect({ by: result.pickup_eta_by, seconds: result.pickup_eta_seconds }).toEqual({ by, seconds: by && seconds[by] })
  expect(result.nearest_finishing?.driver_id ?? null).toBe(by === 'finishing' ? driverId : null)
  if (by === 'finishing')
    expect(result).toMatchObject({ nearest_finishing: { metres: 650, seconds: 260 }, nearest_busy: null })
})

test("a company's own account gets the pickup time without the car", async () => {
  await using fixture = await createSearchFixture({ metres: [300], steps: [STEP] })
  const { email } = await aUser(fixture.server, { roles: ['company'], companyIds: [fixture.companyId] })
  const result = await estimate(fixture, {}, await fixture.server.logIn(email))
  expect(result.nearest).toEqual([])
  expect(result.pickup_eta_seconds).toBeGreaterThan(0)
})

test('drivers with a ringing offer are on the map, then the driver who accepted, until the destination', async () => {
  await using fixture = await createSearchFixture({ metres: [300, 900], steps: [STEP] })
  const { server, dispatcher, drivers } = fixture
  const orderId = await fixture.place()
  const eta = async () => (await server.request(readOrderEta, { params: { id: orderId } }, dispatcher)).reply.data
  await fixture.pass(1)
  expect((await eta()).drivers.map(({ driver_id }) => driver_id)).toEqual(drivers.map(({ driverId }) => driverId))

  await accept(fixture, 1, orderId)
  const { to, drivers: onWay } = await eta()
  expect(to).toMatchObject({ position: 0 })
  expect(onWay).toEqual([
    expect.objectContaining({ driver_id: drivers[1]?.driverId, metres: 1170, seconds: 156, is_guess: true }),
  ])
})

test('a partner that is only offered the order sees none of its cars; once its driver has it, it sees that one', async () => {
  await using fixture = await createSearchFixture({ metres: [300], steps: [STEP] })
  const { server, companyId } = fixture
  const partner = await aCompany(server)
  const theirs = await aDispatcher(server, partner)
  const token = await server.logIn(theirs.email)
  const orderId = await fixture.place()
  await server.db
    .updateTable('orders')
    .set({ send_to_other_company: true, search_company_ids: [companyId, partner.companyId] })
    .execute()
  await fixture.pass(1)
  const request = { params: { id: orderId } }
  expect((await server.request(readOrder, request, token)).status).toBe(200)
  expect((await server.request(readOrderEta, request, token)).status).toBe(404)
  await accept(fixture, 0, orderId)
  await server.db.updateTable('orders').set({ processed_by_company_id: partner.companyId }).execute()
  expect((await server.request(readOrderEta, request, token)).reply.data.drivers).toHaveLength(1)
})
