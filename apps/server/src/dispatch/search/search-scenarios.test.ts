import { acceptOrder, driverCancel, driverMe, listOffers, reportPosition } from '@dispecerat/contract/dispatch/driver'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { cancelOrder, createOrder, editOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId, type RoundId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aCompany, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
} from '../../testing/search-fixture.ts'

const accept = ({ server, drivers }: SearchFixture, index: number, orderId: OrderId) =>
  server.request(acceptOrder, { params: { id: orderId }, body: { waiting_driver_time: 4 } }, drivers[index]?.token)

test('a limit of two in the zone offers to the nearest two of three, at once', async () => {
  await using fixture = await createSearchFixture({
    metres: [300, 100, 200],
    steps: [{ searchType: 'by_zone', searchLimit: 2 }],
  })
  const [far, near, middle] = fixture.drivers
  const orderId = await fixture.place()

  expect(await fixture.offers(orderId)).toMatchObject([
    { driver_id: near?.driverId, rank: 1, fate: 'open', seconds: 0 },
    { driver_id: middle?.driverId, rank: 2, fate: 'open', seconds: 0 },
  ])
  const { reply } = await fixture.server.request(readOrderDrivers, { query: { orderId } }, fixture.dispatcher)
  expect(reply.searches).toMatchObject([
    {
      step: 1,
      steps: 1,
      drivers: [{ rank: 1 }, { rank: 2 }],
      passed_over: [{ driver_id: far?.driverId, reason: 'lower_rank' }],
    },
  ])
  await expectInvariants(fixture.server)
})

test('a priority window ranks the farthest first and offers two seconds earlier', async () => {
  const steps = [{ searchType: 'by_zone', searchLimit: 2 } as const]
  await using fixture = await createSearchFixture({ metres: [100, 200], priority: [1], steps })
  const [near, far] = fixture.drivers
  const orderId = await fixture.place()
  await fixture.pass(2)
  expect(await fixture.offers(orderId)).toMatchObject([
    { driver_id: far?.driverId, rank: 1, seconds: 0 },
    { driver_id: near?.driverId, rank: 2, seconds: 2 },
  ])
})

test('in a rotation the first lets three seconds pass, the second accepts after one', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200, 300],
    steps: [{ searchType: 'by_zone', searchSeconds: 3, notificationMethod: 'by_rotation' }],
  })
  const orderId = await fixture.place()
  await fixture.pass(3)
  fixture.server.pass(1)
  const { status, reply } = await accept(fixture, 1, orderId)

  expect(status).toBe(200)
  expect(reply.data).toMatchObject({ state: 'assigned', trip_state: 'waiting_driver', waiting_driver_time: 4 })
  expect(await fixture.offers(orderId)).toMatchObject([
    { driver_id: fixture.drivers[0]?.driverId, rank: 1, fate: 'not_delivered', seconds: 0 },
    { driver_id: fixture.drivers[1]?.driverId, rank: 2, fate: 'accepted', seconds: 3 },
  ])
  await expectInvariants(fixture.server)
})

test.each([
  { skipEmptySteps: false, lasts: 6 },
  { skipEmptySteps: true, lasts: 1 },
])('a second step that excludes earlier offers lasts $lasts s', async ({ skipEmptySteps, lasts }) => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [
      { searchType: 'by_zone', searchSeconds: 6 },
      { searchType: 'by_zone', searchSeconds: 6, excludePrevious: true },
    ],
    skipEmptySteps,
  })
  const orderId = await fixture.place()
  await fixture.pass(6)
  expect((await fixture.order(orderId)).state).toBe('created')
  for (let second = 0; second < lasts; second++) await fixture.pass(1)

  expect(await fixture.order(orderId)).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'no_drivers_found',
  })
  const { reply } = await fixture.server.request(readOrderDrivers, { query: { orderId } }, fixture.dispatcher)
  expect(reply.searches.map(({ step, outcome, drivers }) => [step, outcome, drivers.length])).toEqual([
    [1, 'expired', 2],
    [2, 'expired', 0],
  ])
})

test.each([
  { skipEmptySteps: false, seconds: 12 },
  { skipEmptySteps: true, seconds: 2 },
])('without drivers the search ends after $seconds s', async ({ skipEmptySteps, seconds }) => {
  await using fixture = await createSearchFixture({
    metres: [],
    steps: [
      { searchType: 'by_zone', searchSeconds: 6 },
      { searchType: 'by_radius', searchSeconds: 6, searchLimit: 5000 },
    ],
    skipEmptySteps,
  })
  const orderId = await fixture.place()
  for (let second = 1; second < seconds; second++) await fixture.pass(1)
  expect((await fixture.order(orderId)).state).toBe('created')
  await fixture.pass(1)
  expect(await fixture.order(orderId)).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'no_drivers_found',
  })
  expect(await fixture.history(orderId)).toContain('search_started')
  await expectInvariants(fixture.server)
})

test('two drivers accept at once: one is assigned, the other gets offer.taken', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [{ searchType: 'by_zone' }] })
  const phones = [await fixture.phone(0), await fixture.phone(1)]
  const orderId = await fixture.place()
  const answers = await Promise.all([accept(fixture, 0, orderId), accept(fixture, 1, orderId)])

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(answers[1 - winner]?.body).toMatchObject({ code: 'offer.taken' })
  const confirmed = await phones[winner]?.waitForEvent<{ order: { id: number; phone: string | null } }>(
    'order_accept_confirmed',
  )
  expect(confirmed?.data.order).toMatchObject({ id: orderId, phone: expect.stringMatching(/^\+40/) })
  await phones[1 - winner]?.waitForEvent(
    'order_canceled',
    (data) => data.order_id === orderId && data.reason === 'taken',
  )
  await expectInvariants(fixture.server)
})

test('an order canceled while phones ring withdraws its offers', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [{ searchType: 'by_zone' }] })
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()
  const rang = await phone.waitForEvent<{ round_id: RoundId; expires_in_ms: number; order: object }>('order_available')
  expect(rang.data).toMatchObject({ expires_in_ms: 6000, order: { id: orderId, places: [{ name: 'Piața Sfatului' }] } })
  await fixture.server.request(cancelOrder, { params: { id: orderId }, body: {} }, fixture.dispatcher)

  await phone.waitForEvent('order_canceled', (data) => data.reason === 'dispatcher_canceled')
  expect((await fixture.offers(orderId)).map(({ fate }) => fate)).toEqual(['withdrawn', 'withdrawn'])
  expect(await fixture.order(orderId)).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'dispatcher_canceled',
  })
  expect((await accept(fixture, 0, orderId)).body).toMatchObject({ code: 'offer.canceled' })
  await expectInvariants(fixture.server)
})

test('a driver who enters the zone while the step runs gets an offer at the next evaluation', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 9000],
    steps: [{ searchType: 'by_zone', searchSeconds: 10 }],
  })
  const orderId = await fixture.place()
  fixture.server.pass(1.5)
  const late = fixture.drivers[1]
  const { reply } = await fixture.server.request(reportPosition, { body: northOfPickup(200) }, late?.token)
  expect(reply).toEqual({ accepted: true })
  await fixture.pass(0.5)
  expect(await fixture.offers(orderId)).toMatchObject([{ rank: 1 }, { driver_id: late?.driverId, rank: 2, seconds: 2 }])
})

test('a driver with an open offer is passed over by the next order, and offered it once free again', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  const first = await fixture.place()
  const second = await fixture.place()
  expect(await fixture.offers(second)).toEqual([])
  await fixture.server.request(cancelOrder, { params: { id: first }, body: {} }, fixture.dispatcher)
  await fixture.pass(2)
  expect(await fixture.offers(second)).toMatchObject([{ fate: 'open', seconds: 2 }])
  const { reply } = await fixture.server.request(listOffers, {}, fixture.drivers[0]?.token)
  expect(reply.data.map(({ order }) => order.id)).toEqual([second])
  await expectInvariants(fixture.server)
})

test('a partner ranks after the own drivers, by the zones of the company that received the order', async () => {
  await using fixture = await createSearchFixture({ metres: [300], steps: [{ searchType: 'by_zone' }], hasJobs: false })
  const { server, companyId } = fixture
  const partner = (await aCompany(server)).companyId
  const theirs = await aDriver(server, { companyId: partner, at: northOfPickup(50) })
  await server.db
    .insertInto('company_partners')
    .values({ company_id: companyId, partner_company_id: partner, accepted_at: server.clock.now() })
    .execute()
  await server.startJobs()
  const body = {
    client_phone: '+40741000001',
    places: [{ name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }],
    search_company_ids: [partner],
  }
  const { reply } = await server.request(createOrder, { body }, fixture.dispatcher)
  await fixture.settle()
  expect(await fixture.offers(asId<OrderId>(reply.data.id))).toMatchObject([
    { driver_id: fixture.drivers[0]?.driverId, rank: 1 },
    { driver_id: theirs.driverId, rank: 2 },
  ])
  const token = await server.logIn(theirs.email)
  const yes = await server.request(acceptOrder, { params: { id: reply.data.id }, body: {} }, token)
  expect(yes.status).toBe(200)
  await expectInvariants(server)
})

test('drivers named by the dispatcher get the first offers, then the method goes on', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 15_000],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  const [near, named] = fixture.drivers
  const body = {
    client_phone: '+40741000002',
    places: [{ name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }],
    custom_driver_ids: [named?.driverId ?? 0],
  }
  const { reply } = await fixture.server.request(createOrder, { body }, fixture.dispatcher)
  await fixture.settle()
  await fixture.pass(30)
  expect(await fixture.offers(asId<OrderId>(reply.data.id))).toMatchObject([
    { driver_id: named?.driverId, fate: 'not_delivered', seconds: 0 },
    { driver_id: near?.driverId, fate: 'open', seconds: 30 },
  ])
})

test('an order that is edited while phones ring restarts its search', async () => {
  await using fixture = await createSearchFixture({
    metres: [100],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()
  await phone.waitForEvent('order_available')
  const places = [{ name: 'Livada Poștei', lat: TOWN_SQUARE.lat + 0.003, long: TOWN_SQUARE.long }]
  await fixture.server.request(editOrder, { params: { id: orderId }, body: { places } }, fixture.dispatcher)
  await fixture.settle()
  await phone.waitForEvent('order_canceled', (data) => data.reason === 'no_longer_available')
  await phone.waitForEvents('order_available', 2)
  expect((await fixture.offers(orderId)).map(({ fate }) => fate)).toEqual(['withdrawn', 'open'])
  expect(await fixture.history(orderId)).toContain('search_restarted')
  const all = await fixture.server.request(readOrderDrivers, { query: { orderId, all: '1' } }, fixture.dispatcher)
  expect(all.reply.searches.map(({ walk_no }) => walk_no)).toEqual([1, 2])
  const last = await fixture.server.request(readOrderDrivers, { query: { orderId } }, fixture.dispatcher)
  expect(last.reply.searches.map(({ walk_no }) => walk_no)).toEqual([2])
  await expectInvariants(fixture.server)
})

test('the winner who gives the order back is recorded, and the others get offers at once; when they take it neither, the client must be called', async () => {
  await using fixture = await createSearchFixture({
    metres: [100, 200],
    steps: [{ searchType: 'by_zone', searchSeconds: 6 }],
  })
  const { server, drivers } = fixture
  const orderId = await fixture.place()
  await accept(fixture, 0, orderId)
  const params = { id: orderId }
  const back = await server.request(driverCancel, { params, body: { reason: 'pană' } }, drivers[0]?.token)
  expect(back.status).toBe(200)
  expect((await fixture.offers(orderId)).map(({ fate }) => fate)).toEqual(['accepted_then_returned', 'lost_race'])
  expect((await server.request(driverMe, {}, drivers[0]?.token)).reply.data.is_busy).toBe(false)
  await fixture.settle()
  expect((await fixture.offers(orderId)).slice(2)).toMatchObject([{ driver_id: drivers[1]?.driverId, fate: 'open' }])
  expect(await fixture.order(orderId)).toMatchObject({ state: 'created', always_in_call: false })
  await expectInvariants(server)

  await fixture.pass(6)
  expect(await fixture.order(orderId)).toMatchObject({
    state: 'canceled',
    cancellation_reason_type: 'no_drivers_found',
    always_in_call: true,
  })
  await expectInvariants(server)
})
