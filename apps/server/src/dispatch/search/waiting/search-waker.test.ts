import {
  acceptOrder,
  refuseOrder,
  reportPosition,
  setPause,
  startShift,
  stopShift,
} from '@dispecerat/contract/dispatch/driver'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { type BanRequest, banUser } from '@dispecerat/contract/fleet/bans'
import { cancelOrder, createOrder } from '@dispecerat/contract/orders/orders'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aCompany, aDriver, TOWN_SQUARE } from '../../../testing/builders.ts'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
} from '../../../testing/search-fixture.ts'

const STEPS = [{ searchType: 'by_radius', searchLimit: 500, searchSeconds: 600 } as const]

/** What keeps the only driver from the orders, and what ends it; no time passes in between. */
const RETURNS: [what: string, metres: number, away: Act | null, back: Act][] = [
  ['resumes', 100, paused(true), paused(false)],
  ['comes on duty', 100, (f) => f.server.request(stopShift, { body: {} }, f.drivers[0]?.token), (f) => startAgain(f)],
  ['is unbanned', 100, banned({ unit: 'hour', amount: 1, reason: 'Test' }), banned({})],
  [
    'drives into reach',
    900,
    null,
    (f) => f.server.request(reportPosition, { body: northOfPickup(90) }, f.drivers[0]?.token),
  ],
]
type Act = (fixture: SearchFixture) => Promise<unknown>

function paused(is_paused: boolean): Act {
  return ({ server, drivers }) => server.request(setPause, { body: { is_paused } }, drivers[0]?.token)
}

function banned(body: BanRequest): Act {
  return ({ server, drivers, dispatcher }) =>
    server.request(banUser, { params: { id: drivers[0]?.driverId ?? 0 }, body }, dispatcher)
}

function startAgain({ server, drivers }: SearchFixture) {
  return server.request(startShift, { body: {} }, drivers[0]?.token)
}

async function openOffers({ server }: SearchFixture): Promise<OrderId[]> {
  const rows = await server.db.selectFrom('search_offers').select('order_id').where('fate', '=', 'open').execute()
  return rows.map(({ order_id }) => order_id)
}

/** The clock stands: only a wake evaluates a search before its next tick. */
async function expectRings(fixture: SearchFixture, orderIds: readonly (OrderId | undefined)[]): Promise<void> {
  await expect
    .poll(
      async () => {
        await fixture.settle()
        return openOffers(fixture)
      },
      { timeout: 30_000, interval: 20 },
    )
    .toEqual(orderIds)
}

test.each(RETURNS)(
  'a driver who %s rings for the oldest of three orders at once',
  async (_what, metres, away, back) => {
    await using fixture = await createSearchFixture({ metres: [metres], steps: STEPS })
    await away?.(fixture)
    await fixture.settle()
    const orderIds: OrderId[] = []
    for (let n = 0; n < 3; n++) {
      orderIds.push(await fixture.place())
      await fixture.pass(1.1)
    }
    expect(await openOffers(fixture)).toEqual([])
    await back(fixture)
    await expectRings(fixture, [orderIds[0]])
    await expectInvariants(fixture.server)
  },
)

test("a partner's driver is judged by the zones of the order's company, as in the round", async () => {
  const steps = [{ searchType: 'by_zone', searchLimit: 5, searchSeconds: 600 } as const]
  await using fixture = await createSearchFixture({ metres: [], steps, hasJobs: false })
  const { server, companyId, dispatcher } = fixture
  // The partner has no zones.
  const partnerId = (await aCompany(server)).companyId
  const driver = await aDriver(server, { companyId: partnerId, at: northOfPickup(50) })
  const accepted_at = server.clock.now()
  await server.db
    .insertInto('company_partners')
    .values({ company_id: companyId, partner_company_id: partnerId, accepted_at })
    .execute()
  const token = await server.logIn(driver.email)
  await server.startJobs()
  await server.request(setPause, { body: { is_paused: true } }, token)
  await fixture.settle()
  const places = [{ name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long }]
  const body = { client_phone: '+40740555558', places, search_company_ids: [partnerId] }
  const { reply } = await server.request(createOrder, { body }, dispatcher)
  await fixture.settle()
  expect(await openOffers(fixture)).toEqual([])
  await server.request(setPause, { body: { is_paused: false } }, token)
  await expectRings(fixture, [asId<OrderId>(reply.data.id)])
})

test('a driver who refuses, and one whose order is canceled, ring for the next order at once', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: STEPS })
  const [driver] = fixture.drivers
  const orderIds: OrderId[] = []
  for (let n = 0; n < 3; n++) {
    orderIds.push(await fixture.place())
    await fixture.pass(0.1)
  }
  const [first = 0, second = 0] = orderIds
  await expectRings(fixture, [orderIds[0]])
  await fixture.server.request(refuseOrder, { params: { id: first }, body: {} }, driver?.token)
  await expectRings(fixture, [orderIds[1]])
  await fixture.server.request(acceptOrder, { params: { id: second }, body: {} }, driver?.token)
  await expectRings(fixture, [])
  await fixture.server.request(cancelOrder, { params: { id: second }, body: {} }, fixture.dispatcher)
  await expectRings(fixture, [orderIds[2]])
  await expectInvariants(fixture.server)
})

test('an order whose step is over waits for the driver who rings for another one, and its panel says so', async () => {
  const steps = [{ searchType: 'by_radius', searchLimit: 500, searchSeconds: 10 } as const]
  await using fixture = await createSearchFixture({ metres: [100], steps })
  const older = await fixture.place()
  await fixture.pass(5)
  const newer = await fixture.place()
  // The older one is exhausted, because the driver let it ring.
  await fixture.pass(4)
  const panel = async () => {
    const query = { orderId: newer }
    return (await fixture.server.request(readOrderDrivers, { query }, fixture.dispatcher)).reply.searches
  }
  expect((await panel()).map(({ is_waiting, passed_over }) => [is_waiting, passed_over[0]?.reason])).toEqual([
    [false, 'holds_another_offer'],
  ])
  await fixture.pass(1)
  await expectRings(fixture, [newer])
  expect((await fixture.order(older)).state).toBe('canceled')
  await expectInvariants(fixture.server)
})
