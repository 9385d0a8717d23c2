import { orderDriversChannel } from '@dispecerat/contract/api/realtime'
import { acceptOrder, finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { previewSearch } from '@dispecerat/contract/dispatch/preview-search'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { readOrderEta } from '@dispecerat/contract/orders/estimates'
import { createOrder, readOrder, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { readOrderRoute } from '@dispecerat/contract/orders/routes'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { isOnTheWay } from '../../orders/life/lock-driven-order.ts'
import { lockOrder } from '../../orders/orders.public.ts'
import { searchReplacement } from '../../orders/watch/replacement.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { aCompany, aDispatcher, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { createSearchFixture, northOfPickup, type SearchFixture } from '../../testing/search-fixture.ts'

const RADIUS = [{ searchType: 'by_radius', searchLimit: 5000, searchSeconds: 60 } as const]
const PLACES = [
  { name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long },
  { name: 'Strada Lungă 5', lat: 45.65, long: 25.59 },
]

/** Two companies that share an order, each with one driver near the pickup and one far away. */
async function twoFleets() {
  const fixture = await createSearchFixture({ metres: [100, 9000], steps: RADIUS, hasJobs: false })
  const { server, companyId } = fixture
  const partnerId = (await aCompany(server)).companyId
  const near = await aDriver(server, { companyId: partnerId, at: northOfPickup(150) })
  const far = await aDriver(server, { companyId: partnerId, at: northOfPickup(8000) })
  const accepted_at = server.clock.now()
  const agreed = { company_id: companyId, partner_company_id: partnerId, accepted_at }
  await server.db.insertInto('company_partners').values(agreed).execute()
  await server.db
    .updateTable('users')
    .set({ name: 'Partener Ascuns' })
    .where('id', 'in', [near.driverId, far.driverId])
    .execute()
  const ours = fixture.drivers.map(({ driverId }) => driverId)
  await server.db.updateTable('users').set({ name: 'Angajat Ascuns' }).where('id', 'in', ours).execute()
  const partner = await server.logIn((await aDispatcher(server, { companyId: partnerId })).email)
  await server.startJobs()
  const body = { client_phone: '+40740555556', places: PLACES, search_company_ids: [partnerId] }
  const orderId = asId<OrderId>((await server.request(createOrder, { body }, fixture.dispatcher)).reply.data.id)
  await fixture.settle()
  return { fixture, server, partner, partnerId, orderId, near, far, ours, nearToken: await server.logIn(near.email) }
}

const roundsOf = async ({ server }: SearchFixture, orderId: OrderId, token: string) =>
  (await server.request(readOrderDrivers, { query: { orderId: String(orderId) } } as never, token)).reply.searches

test("each company reads its own drivers of a shared search, and the other's as counts", async () => {
  const { fixture, server, partner, orderId, near, far, ours } = await twoFleets()
  await using _ = server
  const [own] = await roundsOf(fixture, orderId, fixture.dispatcher)
  expect(own?.drivers.map(({ driver }) => driver.id)).toEqual([ours[0]])
  expect(own?.passed_over.map(({ driver_id }) => driver_id)).toEqual([ours[1]])
  const counts = {
    asked: [{ fate: expect.any(String), count: 1 }],
    passed_over: [{ reason: 'beyond_limit', count: 1 }],
  }
  expect(own?.others).toEqual(counts)
  expect(JSON.stringify(own)).not.toContain('Partener')

  const [theirs] = await roundsOf(fixture, orderId, partner)
  expect(theirs?.drivers.map(({ driver }) => driver.id)).toEqual([near.driverId])
  expect(theirs?.passed_over.map(({ driver_id }) => driver_id)).toEqual([far.driverId])
  expect(theirs?.others).toEqual(counts)
  expect(JSON.stringify(theirs)).not.toContain('Angajat')
})

test('the search panel shows each company its own drivers, and ends for a partner with the order', async () => {
  const { fixture, server, partner, orderId, near, ours } = await twoFleets()
  await using _ = server
  const [mine, theirs] = [await server.socket(fixture.dispatcher), await server.socket(partner)]
  for (const socket of [mine, theirs]) await socket.subscribe(orderDriversChannel(orderId))
  const idsOf = ({ searches }: Panel) => searches.flatMap(({ drivers }) => drivers.map(({ driver }) => driver.id))
  type Panel = { searches: { drivers: { driver: { id: number } }[] }[] }

  await server.request(acceptOrder, { params: { id: orderId }, body: {} }, fixture.drivers[0]?.token)
  await fixture.settle()
  const frame = await mine.waitForEvent<Panel>('ws_order_drivers', (data) => idsOf(data).includes(Number(ours[0])))
  expect(idsOf(frame.data)).toEqual([ours[0]])
  await theirs.caughtUp()
  for (const { data } of theirs.framesOf('ws_order_drivers')) expect(idsOf(data as Panel)).toEqual([near.driverId])
  expect(JSON.stringify(theirs.framesOf('ws_order_drivers'))).not.toContain('accepted":true')
})

test("a preview counts a partner's drivers without their positions", async () => {
  const { fixture, server, partnerId, ours } = await twoFleets()
  await using _ = server
  const body = { places: PLACES, search_company_ids: [partnerId], send_to_other_company: true, full: true }
  const { steps } = (await server.request(previewSearch, { body }, fixture.dispatcher)).reply.data
  expect(steps[0]?.others).toMatchObject({
    passed_over: expect.arrayContaining([expect.objectContaining({ count: 1 })]),
  })
  const shown = steps.flatMap(({ drivers, passed_over }) => [...drivers, ...passed_over])
  expect([...new Set(shown.map(({ driver_id }) => driver_id))].every((id) => ours.includes(id as never))).toBe(true)
})

test("the other company sees the car of the driver who accepted; after the order's end the car cannot be found through it", async () => {
  const { fixture, server, partner, orderId, near, nearToken, ours } = await twoFleets()
  await using _ = server
  const params = { id: orderId }
  await server.request(acceptOrder, { params, body: {} }, nearToken)
  await fixture.settle()
  const order = (await server.request(readOrder, { params }, fixture.dispatcher)).reply.data
  expect(order).toMatchObject({ driver: { id: near.driverId, name: null, phone: null }, car_indicativ: near.indicativ })
  const [round] = await roundsOf(fixture, orderId, fixture.dispatcher)
  expect(round?.drivers).toMatchObject([
    { driver: { id: ours[0] } },
    { driver: { id: near.driverId, name: null }, accepted: true, distance_m: null, route_m: null },
  ])
  const { data: history } = (await server.request(readOrderHistory, { params }, fixture.dispatcher)).reply
  expect(JSON.stringify(history)).not.toContain('Partener')
  const offered = history.filter(({ type }) => type === 'driver_notified').map(({ data }) => data.driver_id)
  expect(offered).toEqual([ours[0]])

  const read = async (token: string) => ({
    eta: (await server.request(readOrderEta, { params }, token)).reply.data,
    route: (await server.request(readOrderRoute, { params }, token)).reply.data,
  })
  expect((await read(fixture.dispatcher)).eta.drivers).toMatchObject([{ driver_id: near.driverId, name: null }])
  expect((await read(partner)).eta.drivers).toMatchObject([{ name: 'Partener Ascuns' }])
  await server.request(startTrip, { params }, nearToken)
  await server.request(finishTrip, { params, body: { cost: 20 } }, nearToken)
  for (const token of [fixture.dispatcher, partner]) {
    const { eta, route } = await read(token)
    expect(eta).toEqual({ to: null, drivers: [] })
    expect(route).toMatchObject({ to_pickup: null, to_destination: null })
  }
})

test("the partner who drives reads the trip, but not the company's calls, users, partners and money", async () => {
  const { fixture, server, partner, orderId, nearToken } = await twoFleets()
  await using _ = server
  const params = { id: orderId }
  await server.request(acceptOrder, { params, body: {} }, nearToken)
  await fixture.settle()
  const order = (await server.request(readOrder, { params }, partner)).reply.data
  expect(order).toMatchObject({ client_phone: '+40740555556', driver: { name: 'Partener Ascuns' } })
  expect(order.places).toHaveLength(2)
  expect(order).toMatchObject({
    dispatcher: null,
    dispatcher_id: null,
    call: null,
    call_state: null,
    always_in_call: false,
    protocol_user: null,
    search_company_ids: [],
    custom_driver_ids: [],
    discount_compensated: null,
    finance_info: { driver_payment: null, is_paid: false, is_invoiced: false, fare_left: 0 },
  })
})

test('the history of a replacement hides the name of the partner who accepts in place of our driver', async () => {
  const { fixture, server, orderId, near, nearToken } = await twoFleets()
  await using _ = server
  const params = { id: orderId }
  await server.request(acceptOrder, { params, body: {} }, fixture.drivers[0]?.token)
  await fixture.settle()
  await write(server, SYSTEM, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (isOnTheWay(order))
      await searchReplacement(tx, server.domainEvents, order, { now: server.clock.now(), isFirst: true })
  })
  await fixture.settle()
  expect((await server.request(acceptOrder, { params, body: {} }, nearToken)).status).toBe(200)
  const { data: history } = (await server.request(readOrderHistory, { params }, fixture.dispatcher)).reply
  const [replaced] = history.filter(({ type }) => type === 'replaced')
  expect(replaced).toMatchObject({ initiator: { id: near.driverId, name: null } })
  expect(JSON.stringify(history)).not.toContain('Partener')
})
