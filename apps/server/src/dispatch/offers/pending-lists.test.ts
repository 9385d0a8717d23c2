import { acceptOrder, listPendingOrders, refuseOrder, viewOffer } from '@dispecerat/contract/dispatch/driver'
import { readOrderDrivers } from '@dispecerat/contract/dispatch/search'
import { stepToWire } from '@dispecerat/contract/dispatch/search-steps'
import { deleteOrder, moveToPending, readOrder, restoreOrder, retryOrder } from '@dispecerat/contract/orders/orders'
import { type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/dispatch/search-rules'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { runDueOrders } from '../../orders/life/run-due-orders.ts'
import { aServer } from '../../testing/a-server.ts'
import { aDriver } from '../../testing/builders.ts'
import { createSearchFixture, expectInvariants, placeOrder, type SearchFixture } from '../../testing/search-fixture.ts'

const LIST: Partial<SearchStep> = {
  searchType: 'by_radius',
  searchLimit: 5000,
  searchSeconds: 10,
  notificationMethod: 'pending',
}
const PINNED: Partial<SearchStep> = { ...LIST, notificationMethod: 'pending_pinned' }
const RINGING: Partial<SearchStep> = { searchType: 'by_radius', searchLimit: 5000, searchSeconds: 6 }

const accept = ({ server, drivers }: SearchFixture, index: number, orderId: OrderId) =>
  server.request(acceptOrder, { params: { id: orderId }, body: { waiting_driver_time: 4 } }, drivers[index]?.token)

async function listOf({ server, drivers }: SearchFixture, index: number) {
  const { reply } = await server.request(listPendingOrders, {}, drivers[index]?.token)
  return reply.data
}

async function stateOf({ server, dispatcher }: SearchFixture, orderId: OrderId) {
  const { reply } = await server.request(readOrder, { params: { id: orderId } }, dispatcher)
  const { state, in_pending_queue: isListed } = reply.data
  return [state, isListed]
}

test('a step of the pending list rings on no phone: the order is listed while it runs, and removed with it', async () => {
  await using fixture = await createSearchFixture({ metres: [300, 100], steps: [LIST, RINGING] })
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()

  expect(await stateOf(fixture, orderId)).toEqual(['created', true])
  expect(await listOf(fixture, 0)).toMatchObject([{ order: { id: orderId, distance_m: 300 }, is_pinned: false }])
  const received = await phone.waitForEvent<{ orders: { order: { id: number } }[] }>('pending_orders_updated')
  expect(received.data.orders.map(({ order }) => order.id)).toEqual([orderId])
  expect(phone.frames.map(({ event }) => event)).not.toContain('order_available')
  await expectInvariants(fixture.server)

  await fixture.pass(10)
  expect(await stateOf(fixture, orderId)).toEqual(['created', false])
  expect(await listOf(fixture, 0)).toEqual([])
  expect((await fixture.offers(orderId)).map(({ fate, seconds }) => [fate, seconds])).toEqual([
    ['not_delivered', 0],
    ['not_delivered', 0],
    ['open', 10],
    ['open', 10],
  ])
  await phone.waitForEvent('order_available')
  await expectInvariants(fixture.server)
})

test('a driver may have many list entries and a ringing offer of another order', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [PINNED, RINGING] })
  const first = await fixture.place()
  const second = await fixture.place()
  expect((await listOf(fixture, 0)).map(({ order }) => order.id)).toEqual([first, second])
  await fixture.pass(10)
  const all = [...(await fixture.offers(first)), ...(await fixture.offers(second))]
  expect(all.map(({ fate }) => fate)).toEqual(['open', 'open', 'open'])
  await expectInvariants(fixture.server)
})

test('a pinned list outlives the steps; the order waits in the queue and is accepted from the list at 30 s', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [RINGING, PINNED] })
  const orderId = await fixture.place()
  await fixture.pass(6)
  expect(await stateOf(fixture, orderId)).toEqual(['created', true])
  await fixture.pass(10)
  expect(await stateOf(fixture, orderId)).toEqual(['pending', true])
  expect(await fixture.history(orderId)).toContain('moved_to_pending')
  expect(await listOf(fixture, 1)).toMatchObject([{ order: { id: orderId }, is_pinned: true }])
  const { reply: panel } = await fixture.server.request(readOrderDrivers, { query: { orderId } }, fixture.dispatcher)
  expect(panel.searches).toMatchObject([
    { is_pinned: false, outcome: 'expired', drivers: [{ fate: 'not_delivered' }, { fate: 'not_delivered' }] },
    { is_pinned: true, outcome: null, ended_at: null, drivers: [{ fate: 'open' }, { fate: 'open' }] },
  ])
  await expectInvariants(fixture.server)

  await fixture.pass(14)
  const { status, reply } = await accept(fixture, 1, orderId)
  expect(status).toBe(200)
  expect(reply.data).toMatchObject({ state: 'assigned', is_next: false })
  expect(await stateOf(fixture, orderId)).toEqual(['assigned', false])
  expect(await listOf(fixture, 0)).toEqual([])
  expect((await accept(fixture, 0, orderId)).body).toMatchObject({ code: 'offer.taken' })
  await expectInvariants(fixture.server)
})

test('the queue survives a restart: a new server adds drivers who fit later, and the timeout ends it', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [PINNED], hasJobs: false })
  const { server, companyId } = fixture
  const orderId = await placeOrder(server, fixture.dispatcher)

  await using first = await aServer({ besides: server })
  await first.startJobs()
  await fixture.settle()
  await fixture.pass(10)
  expect(await stateOf(fixture, orderId)).toEqual(['pending', true])
  await first.stop()

  server.pass(60)
  await using second = await aServer({ besides: server })
  const late = await aDriver(server, { companyId, at: { lat: 45.6425, long: 25.589 } })
  await second.startJobs()
  await fixture.settle()
  const token = await server.logIn(late.email)
  const { reply } = await server.request(listPendingOrders, {}, token)
  expect(reply.data).toMatchObject([{ order: { id: orderId }, is_pinned: true }])
  await expectInvariants(server)

  server.pass(15 * 60)
  await runDueOrders(server)
  // The second server's job may have claimed it first and still be working on it.
  await expect
    .poll(() => fixture.order(orderId))
    .toMatchObject({
      state: 'canceled',
      cancellation_reason_type: 'no_drivers_found',
    })
  expect((await server.request(listPendingOrders, {}, token)).reply.data).toEqual([])
  await expectInvariants(server)
})

test('an order moved to the queue is shown to the drivers within ten kilometres, and a retry ends that', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 9_900, 10_100], steps: [RINGING] })
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()
  await fixture.server.request(moveToPending, { params: { id: orderId } }, fixture.dispatcher)
  await fixture.settle()
  expect(await stateOf(fixture, orderId)).toEqual(['pending', true])
  await phone.waitForEvent('order_canceled')
  expect((await listOf(fixture, 0)).length).toBe(1)
  expect((await listOf(fixture, 1)).length).toBe(1)
  expect(await listOf(fixture, 2)).toEqual([])
  await fixture.pass(2)
  expect(await stateOf(fixture, orderId)).toEqual(['pending', true])
  await expectInvariants(fixture.server)

  await fixture.server.request(retryOrder, { params: { id: orderId } }, fixture.dispatcher)
  await fixture.settle()
  expect(await stateOf(fixture, orderId)).toEqual(['created', false])
  expect(await listOf(fixture, 1)).toEqual([])
  await expectInvariants(fixture.server)
})

test('a deleted order leaves the lists and returns when it is restored', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [PINNED] })
  const orderId = await fixture.place()
  await fixture.pass(10)
  await fixture.server.request(deleteOrder, { params: { id: orderId } }, fixture.dispatcher)
  expect(await listOf(fixture, 0)).toEqual([])
  await expectInvariants(fixture.server)
  await fixture.server.request(restoreOrder, { params: { id: orderId } }, fixture.dispatcher)
  await fixture.settle()
  expect((await listOf(fixture, 0)).map(({ order }) => order.id)).toEqual([orderId])
  await expectInvariants(fixture.server)
})

test('a driver views a list entry and refuses it: it does not return in this search', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [PINNED, RINGING] })
  const phone = await fixture.phone(0)
  const orderId = await fixture.place()
  const [line] = await listOf(fixture, 0)
  const params = { roundId: line?.round_id ?? 0 }
  expect((await fixture.server.request(viewOffer, { params }, fixture.drivers[0]?.token)).status).toBe(200)
  await fixture.server.request(refuseOrder, { params: { id: orderId }, body: {} }, fixture.drivers[0]?.token)
  expect(await listOf(fixture, 0)).toEqual([])
  expect(await fixture.history(orderId)).toEqual(expect.arrayContaining(['driver_viewed', 'driver_refused']))
  const lists = phone.frames.filter(({ event }) => event === 'pending_orders_updated')
  expect(lists.length).toBeGreaterThan(0)

  await fixture.pass(10)
  const ringing = (await fixture.offers(orderId)).filter(({ seconds }) => seconds === 10)
  expect(ringing.map(({ driver_id }) => driver_id)).toEqual([fixture.drivers[1]?.driverId])
  await expectInvariants(fixture.server)
})

test('pinned orders are at the top of the list, then the oldest', async () => {
  await using fixture = await createSearchFixture({ metres: [100], steps: [LIST] })
  const oldest = await fixture.place()
  await fixture.pass(1)
  const older = await fixture.place()
  await fixture.server.db
    .updateTable('search_methods')
    .set({ definitions: JSON.stringify({ items: [stepToWire({ ...STEP_DEFAULTS, ...PINNED })] }) })
    .execute()
  await fixture.pass(1)
  const pinned = await fixture.place()
  expect((await listOf(fixture, 0)).map(({ order }) => order.id)).toEqual([pinned, oldest, older])
})

test('a winner who also has the order listed gets only the confirmation; the others get one withdrawal', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [PINNED, RINGING] })
  const [winner, loser] = [await fixture.phone(0), await fixture.phone(1)]
  const orderId = await fixture.place()
  await fixture.pass(10)
  await loser.waitForEvent('order_available')
  expect((await accept(fixture, 0, orderId)).status).toBe(200)

  await loser.waitForEvents('pending_orders_updated', 2)
  await winner.waitForEvents('pending_orders_updated', 2)
  await loser.waitForEvent('order_canceled')
  await fixture.settle()
  await Promise.all([winner.caughtUp(), loser.caughtUp()])
  const gone = (phone: typeof winner) => phone.frames.filter(({ event }) => event === 'order_canceled').length
  expect([gone(winner), gone(loser)]).toEqual([0, 1])
  expect((await fixture.offers(orderId)).map(({ fate }) => fate)).toEqual([
    'withdrawn',
    'lost_race',
    'accepted',
    'lost_race',
  ])
  await expectInvariants(fixture.server)
})

test('a phone that was disconnected gets its current list once, however often it changed', async () => {
  await using fixture = await createSearchFixture({ metres: [100, 200], steps: [PINNED] })
  const [phone, other] = [await fixture.phone(0), await fixture.phone(1)]
  const first = await fixture.place()
  await phone.waitForEvent('pending_orders_updated')
  const away = phone.lastSeq
  phone.close()
  const second = await fixture.place()
  await fixture.server.request(refuseOrder, { params: { id: first }, body: {} }, fixture.drivers[0]?.token)
  await other.waitForEvents('pending_orders_updated', 2)
  await fixture.server.remembers()

  const back = await fixture.server.socket(fixture.drivers[0]?.token ?? '', away)
  await back.caughtUp()
  const lists = back.framesOf('pending_orders_updated') as { data: { orders: { order: { id: number } }[] } }[]
  expect(lists.map(({ data }) => data.orders.map(({ order }) => order.id))).toEqual([[second]])
  const snapshot = await back.waitForEvent<{ pending_orders: { order: { id: number } }[] }>('offers_snapshot')
  expect(snapshot.data.pending_orders.map(({ order }) => order.id)).toEqual([second])
})

test('the queue times out while a driver accepts: the driver gets the order, or it is canceled', async () => {
  for (let attempt = 0; attempt < 3; attempt++) {
    await using fixture = await createSearchFixture({ metres: [100], steps: [PINNED] })
    const orderId = await fixture.place()
    await fixture.pass(10)
    fixture.server.pass(15 * 60)
    const [yes] = await Promise.all([accept(fixture, 0, orderId), runDueOrders(fixture.server)])
    const { state } = await fixture.order(orderId)
    expect([yes.status, state]).toEqual(yes.status === 200 ? [200, 'assigned'] : [409, 'canceled'])
    await fixture.settle()
    await expectInvariants(fixture.server)
  }
})

test("a driver accepts an order from the list while another rings: the other's search goes on at once", async () => {
  const steps = [
    { ...LIST, searchLimit: 150 },
    { ...RINGING, notificationMethod: 'by_rotation' as const },
  ]
  await using fixture = await createSearchFixture({ metres: [100, 200], steps })
  const rung = await fixture.place()
  await fixture.pass(10)
  expect((await fixture.offers(rung)).map(({ fate }) => fate)).toEqual(['not_delivered', 'open'])
  const phone = await fixture.phone(0)
  const listed = await fixture.place()
  expect((await accept(fixture, 0, listed)).status).toBe(200)
  await expectInvariants(fixture.server)
  await phone.waitForEvent<{ order_id: OrderId }>('order_canceled', ({ order_id }) => order_id === rung)
  await fixture.settle()
  const [, first, second] = await fixture.offers(rung)
  expect([first?.fate, second?.fate, second?.driver_id]).toEqual(['withdrawn', 'open', fixture.drivers[1]?.driverId])
  await expectInvariants(fixture.server)
})
