import { acceptOrder, driverCancel, finishTrip, startTrip } from '@dispecerat/contract/dispatch/driver'
import { readOrderCounts, readOrderList } from '@dispecerat/contract/orders/order-lists'
import { createOrder, readOrder } from '@dispecerat/contract/orders/orders'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { aCompany, aDispatcher, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import {
  createSearchFixture,
  expectInvariants,
  northOfPickup,
  type SearchFixture,
} from '../../testing/search-fixture.ts'

/** Adds a partner with a dispatcher and a driver; orders are sent to both companies. */
async function createPartnerFixture(fixture: SearchFixture) {
  const { server, companyId } = fixture
  const partnerId = (await aCompany(server)).companyId
  const driver = await aDriver(server, { companyId: partnerId, at: northOfPickup(50) })
  const accepted_at = server.clock.now()
  await server.db
    .insertInto('company_partners')
    .values({ company_id: companyId, partner_company_id: partnerId, accepted_at })
    .execute()
  const user = await aDispatcher(server, { companyId: partnerId })
  await server.startJobs()
  return {
    driver: await server.logIn(driver.email),
    dispatcher: await server.logIn(user.email),
    place: async () => {
      const body = {
        client_phone: '+40740555555',
        name: 'Elena',
        places: [
          { name: 'Piața Sfatului', lat: TOWN_SQUARE.lat, long: TOWN_SQUARE.long },
          { name: 'Strada Lungă 5', lat: 45.65, long: 25.59 },
        ],
        search_company_ids: [partnerId],
      }
      const { reply } = await server.request(createOrder, { body }, fixture.dispatcher)
      await fixture.settle()
      return reply.data.id
    },
  }
}

const RADIUS = [{ searchType: 'by_radius', searchLimit: 5000, searchSeconds: 60 } as const]

async function listed({ server }: SearchFixture, token: string) {
  const lists: Record<string, number[]> = {}
  for (const kind of ['in-call', 'live', 'finished', 'canceled'] as const) {
    const { reply } = await server.request(readOrderList, { params: { kind } }, token)
    if (reply.data.length > 0) lists[kind] = reply.data.map(({ id }) => id)
  }
  const { reply: counts } = await server.request(readOrderCounts, {}, token)
  const { inCallOrdersCount, liveOrdersCount, finishedOrdersCount, canceledOrdersCount } = counts
  return { lists, counts: [inCallOrdersCount, liveOrdersCount, finishedOrdersCount, canceledOrdersCount] }
}

test('a partner sees the pickup of an order it is offered, and the whole order once its driver accepted it, to the end', async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const partner = await createPartnerFixture(fixture)
  const { server } = fixture
  const console = await server.socket(partner.dispatcher)
  const orderId = await partner.place()

  expect(await listed(fixture, partner.dispatcher)).toEqual({ lists: { live: [orderId] }, counts: [0, 1, 0, 0] })
  const before = await server.request(readOrder, { params: { id: orderId } }, partner.dispatcher)
  expect(JSON.stringify(before.body)).not.toMatch(/740555555|Elena|Lungă/)
  await console.waitForEvent<{ order_id: OrderId }>('live_orders_updated', ({ order_id }) => order_id === orderId)
  expect(JSON.stringify(console.frames)).not.toMatch(/740555555|Elena|Lungă/)

  const params = { id: orderId }
  await server.request(acceptOrder, { params, body: {} }, partner.driver)
  await console.waitForEvent<{ order_id: OrderId }>('order_driver_found', ({ order_id }) => order_id === orderId)
  await console.waitForEvent<{ order_id: OrderId }>('live_orders_updated', ({ order_id }) => order_id === orderId)
  expect(await listed(fixture, partner.dispatcher)).toEqual({ lists: { live: [orderId] }, counts: [0, 1, 0, 0] })
  const { reply } = await server.request(readOrder, { params }, partner.dispatcher)
  expect(reply.data).toMatchObject({ state: 'assigned', client_phone: '+40740555555', client: null })

  await server.request(startTrip, { params }, partner.driver)
  await server.request(finishTrip, { params, body: { cost: 20 } }, partner.driver)
  expect(await listed(fixture, partner.dispatcher)).toEqual({ lists: { finished: [orderId] }, counts: [0, 0, 1, 0] })
  expect(await listed(fixture, fixture.dispatcher)).toEqual({ lists: { finished: [orderId] }, counts: [0, 0, 1, 0] })
  await expectInvariants(server)
})

test("the partner's driver gives the order back: it is searched again, and the partner sees the client no more", async () => {
  await using fixture = await createSearchFixture({ metres: [], steps: RADIUS, hasJobs: false })
  const partner = await createPartnerFixture(fixture)
  const { server } = fixture
  const orderId = await partner.place()
  const params = { id: orderId }
  await server.request(acceptOrder, { params, body: {} }, partner.driver)
  // Waits until the events of the acceptance are sent, before this window opens.
  await fixture.settle()
  const console = await server.socket(partner.dispatcher)
  await server.request(driverCancel, { params, body: { reason: 'pană' } }, partner.driver)
  const isSearching = ({ order }: { order: { state: string } | null }) => order?.state === 'created'
  const again = await console.waitForEvent<{ order: { state: string } | null }>('live_orders_updated', isSearching)
  expect(JSON.stringify(again)).not.toMatch(/740555555|Elena|Lungă/)
  expect(await listed(fixture, partner.dispatcher)).toEqual({ lists: { live: [orderId] }, counts: [0, 1, 0, 0] })
  await expectInvariants(server)
})
