import { acceptOrder, listPendingOrders, refuseOrder, viewOffer } from '@dispecerat/contract/driver'
import { deleteOrder, moveToPending, readOrder, restoreOrder, retryOrder } from '@dispecerat/contract/orders'
import { readOrderDrivers } from '@dispecerat/contract/search'
import { stepToWire } from '@dispecerat/contract/search-steps'
import { type SearchStep, STEP_DEFAULTS } from '@dispecerat/domain/search-rules'
import { expect, test } from 'vitest'
import { runDueOrders } from '../orders/run-due-orders.ts'
import { aSearchRoom, expectInvariants, placeOrder, type SearchRoom } from '../testing/a-search-room.ts'
import { aServer } from '../testing/a-server.ts'
import { aDriver } from '../testing/builders.ts'

const LIST: Partial<SearchStep> = {
  searchType: 'by_radius',
  searchLimit: 5000,
  searchSeconds: 10,
  notificationMethod: 'pending',
}
const PINNED: Partial<SearchStep> = { ...LIST, notificationMethod: 'pending_pinned' }
const RINGING: Partial<SearchStep> = { searchType: 'by_radius', searchLimit: 5000, searchSeconds: 6 }

const accept = ({ server, drivers }: SearchRoom, index: number, orderId: number) =>
  server.request(acceptOrder, { params: { id: orderId }, body: { waiting_driver_time: 4 } }, drivers[index]?.token)

async function listOf({ server, drivers }: SearchRoom, index: number) {
  const { reply } = await server.request(listPendingOrders, {}, drivers[index]?.token)
  return reply.data
}

async function standing({ server, dispatcher }: SearchRoom, orderId: number) {
  const { reply } = await server.request(readOrder, { params: { id: orderId } }, dispatcher)
  const { state, in_pending_queue: isListed } = reply.data
  return [state, isListed]
}

test('a step of the pending list rings nowhere: the order is listed while it runs, and gone with it', async () => {
  await using room = await aSearchRoom({ metres: [300, 100], steps: [LIST, RINGING] })
  const phone = await room.phone(0)
  const orderId = await room.place()

  expect(await standing(room, orderId)).toEqual(['created', true])
  expect(await listOf(room, 0)).toMatchObject([{ order: { id: orderId, distance_m: 300 }, is_pinned: false }])
  const received = await phone.waitForEvent<{ orders: { order: { id: number } }[] }>('pending_orders_updated')
  expect(received.data.orders.map(({ order }) => order.id)).toEqual([orderId])
  expect(phone.frames.map(({ event }) => event)).not.toContain('order_available')
  await expectInvariants(room.server)

  await room.pass(10)
  expect(await standing(room, orderId)).toEqual(['created', false])
  expect(await listOf(room, 0)).toEqual([])
  expect((await room.offers(orderId)).map(({ fate, seconds }) => [fate, seconds])).toEqual([
    ['not_delivered', 0],
    ['not_delivered', 0],
    ['open', 10],
    ['open', 10],
  ])
  await phone.waitForEvent('order_available')
  await expectInvariants(room.server)
})

test('a driver may stand in many lists and be rung by another order besides', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [PINNED, RINGING] })
  const first = await room.place()
  const second = await room.place()
  expect((await listOf(room, 0)).map(({ order }) => order.id)).toEqual([first, second])
  await room.pass(10)
  const all = [...(await room.offers(first)), ...(await room.offers(second))]
  expect(all.map(({ fate }) => fate)).toEqual(['open', 'open', 'open'])
  await expectInvariants(room.server)
})

test('S6: a pinned list outlives the steps; the order waits in the queue and is taken from the list at 30 s', async () => {
  await using room = await aSearchRoom({ metres: [100, 200], steps: [RINGING, PINNED] })
  const orderId = await room.place()
  await room.pass(6)
  expect(await standing(room, orderId)).toEqual(['created', true])
  await room.pass(10)
  expect(await standing(room, orderId)).toEqual(['pending', true])
  expect(await room.history(orderId)).toContain('moved_to_pending')
  expect(await listOf(room, 1)).toMatchObject([{ order: { id: orderId }, is_pinned: true }])
  const { reply: panel } = await room.server.request(readOrderDrivers, { query: { orderId } }, room.dispatcher)
  expect(panel.searches).toMatchObject([
    { is_pinned: false, outcome: 'expired', drivers: [{ fate: 'not_delivered' }, { fate: 'not_delivered' }] },
    { is_pinned: true, outcome: null, ended_at: null, drivers: [{ fate: 'open' }, { fate: 'open' }] },
  ])
  await expectInvariants(room.server)

  await room.pass(14)
  const { status, reply } = await accept(room, 1, orderId)
  expect(status).toBe(200)
  expect(reply.data).toMatchObject({ state: 'assigned', is_next: false })
  expect(await standing(room, orderId)).toEqual(['assigned', false])
  expect(await listOf(room, 0)).toEqual([])
  expect((await accept(room, 0, orderId)).body).toMatchObject({ code: 'offer.taken' })
  await expectInvariants(room.server)
})

test('the queue goes on after a restart: a new server finds whoever comes later, and the timeout ends it', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [PINNED], hasJobs: false })
  const { server, companyId } = room
  const orderId = await placeOrder(server, room.dispatcher)

  await using first = await aServer({ besides: server })
  await first.startJobs()
  await room.settle()
  await room.pass(10)
  expect(await standing(room, orderId)).toEqual(['pending', true])
  await first.stop()

  server.pass(60)
  await using second = await aServer({ besides: server })
  const late = await aDriver(server, { companyId, at: { lat: 45.6425, long: 25.589 } })
  await second.startJobs()
  await room.settle()
  const token = await server.logIn(late.email)
  const { reply } = await server.request(listPendingOrders, {}, token)
  expect(reply.data).toMatchObject([{ order: { id: orderId }, is_pinned: true }])
  await expectInvariants(server)

  server.pass(15 * 60)
  await runDueOrders(server)
  // The job of the second server may have taken it first, and be at it still.
  await expect
    .poll(() => room.order(orderId))
    .toMatchObject({
      state: 'canceled',
      cancellation_reason_type: 'no_drivers_found',
    })
  expect((await server.request(listPendingOrders, {}, token)).reply.data).toEqual([])
  await expectInvariants(server)
})

test('an order moved to the queue is shown to the drivers within ten kilometres, and retrying ends it', async () => {
  await using room = await aSearchRoom({ metres: [100, 9_900, 10_100], steps: [RINGING] })
  const phone = await room.phone(0)
  const orderId = await room.place()
  await room.server.request(moveToPending, { params: { id: orderId } }, room.dispatcher)
  await room.settle()
  expect(await standing(room, orderId)).toEqual(['pending', true])
  await phone.waitForEvent('order_canceled')
  expect((await listOf(room, 0)).length).toBe(1)
  expect((await listOf(room, 1)).length).toBe(1)
  expect(await listOf(room, 2)).toEqual([])
  await room.pass(2)
  expect(await standing(room, orderId)).toEqual(['pending', true])
  await expectInvariants(room.server)

  await room.server.request(retryOrder, { params: { id: orderId } }, room.dispatcher)
  await room.settle()
  expect(await standing(room, orderId)).toEqual(['created', false])
  expect(await listOf(room, 1)).toEqual([])
  await expectInvariants(room.server)
})

test('a deleted order leaves the lists and comes back into them when the deletion is taken back', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [PINNED] })
  const orderId = await room.place()
  await room.pass(10)
  await room.server.request(deleteOrder, { params: { id: orderId } }, room.dispatcher)
  expect(await listOf(room, 0)).toEqual([])
  await expectInvariants(room.server)
  await room.server.request(restoreOrder, { params: { id: orderId } }, room.dispatcher)
  await room.settle()
  expect((await listOf(room, 0)).map(({ order }) => order.id)).toEqual([orderId])
  await expectInvariants(room.server)
})

test('a driver looks at a line of the list and strikes it off: it does not come back in this search', async () => {
  await using room = await aSearchRoom({ metres: [100, 200], steps: [PINNED, RINGING] })
  const phone = await room.phone(0)
  const orderId = await room.place()
  const [line] = await listOf(room, 0)
  const params = { roundId: line?.round_id ?? 0 }
  expect((await room.server.request(viewOffer, { params }, room.drivers[0]?.token)).status).toBe(200)
  await room.server.request(refuseOrder, { params: { id: orderId }, body: {} }, room.drivers[0]?.token)
  expect(await listOf(room, 0)).toEqual([])
  expect(await room.history(orderId)).toEqual(expect.arrayContaining(['driver_viewed', 'driver_refused']))
  const lists = phone.frames.filter(({ event }) => event === 'pending_orders_updated')
  expect(lists.length).toBeGreaterThan(0)

  await room.pass(10)
  const ringing = (await room.offers(orderId)).filter(({ seconds }) => seconds === 10)
  expect(ringing.map(({ driver_id }) => driver_id)).toEqual([room.drivers[1]?.driverId])
  await expectInvariants(room.server)
})

test('pinned orders stand on top of the list, then the oldest', async () => {
  await using room = await aSearchRoom({ metres: [100], steps: [LIST] })
  const oldest = await room.place()
  await room.pass(1)
  const older = await room.place()
  await room.server.db
    .updateTable('search_methods')
    .set({ definitions: JSON.stringify({ items: [stepToWire({ ...STEP_DEFAULTS, ...PINNED })] }) })
    .execute()
  await room.pass(1)
  const pinned = await room.place()
  expect((await listOf(room, 0)).map(({ order }) => order.id)).toEqual([pinned, oldest, older])
})

test('who wins while the order also stands in his list hears only of his yes; the others hear once that it is taken', async () => {
  await using room = await aSearchRoom({ metres: [100, 200], steps: [PINNED, RINGING] })
  const [winner, loser] = [await room.phone(0), await room.phone(1)]
  const orderId = await room.place()
  await room.pass(10)
  await loser.waitForEvent('order_available')
  expect((await accept(room, 0, orderId)).status).toBe(200)

  await loser.waitForEvents('pending_orders_updated', 2)
  await winner.waitForEvents('pending_orders_updated', 2)
  await loser.waitForEvent('order_canceled')
  await room.settle()
  await Promise.all([winner.caughtUp(), loser.caughtUp()])
  const gone = (phone: typeof winner) => phone.frames.filter(({ event }) => event === 'order_canceled').length
  expect([gone(winner), gone(loser)]).toEqual([0, 1])
  expect((await room.offers(orderId)).map(({ fate }) => fate)).toEqual([
    'withdrawn',
    'lost_race',
    'accepted',
    'lost_race',
  ])
  await expectInvariants(room.server)
})

test('a phone that was away hears its list once, as it is now, however often it changed', async () => {
  await using room = await aSearchRoom({ metres: [100, 200], steps: [PINNED] })
  const [phone, other] = [await room.phone(0), await room.phone(1)]
  const first = await room.place()
  await phone.waitForEvent('pending_orders_updated')
  const away = phone.lastSeq
  phone.close()
  const second = await room.place()
  await room.server.request(refuseOrder, { params: { id: first }, body: {} }, room.drivers[0]?.token)
  await other.waitForEvents('pending_orders_updated', 2)
  await room.server.remembers()

  const back = await room.server.socket(room.drivers[0]?.token ?? '', away)
  await back.caughtUp()
  const lists = back.framesOf('pending_orders_updated') as { data: { orders: { order: { id: number } }[] } }[]
  expect(lists.map(({ data }) => data.orders.map(({ order }) => order.id))).toEqual([[second]])
  const snapshot = await back.waitForEvent<{ pending_orders: { order: { id: number } }[] }>('offers_snapshot')
  expect(snapshot.data.pending_orders.map(({ order }) => order.id)).toEqual([second])
})

test('the queue’s time runs out while a driver says yes: he drives, or nobody does', async () => {
  for (let attempt = 0; attempt < 3; attempt++) {
    await using room = await aSearchRoom({ metres: [100], steps: [PINNED] })
    const orderId = await room.place()
    await room.pass(10)
    room.server.pass(15 * 60)
    const [yes] = await Promise.all([accept(room, 0, orderId), runDueOrders(room.server)])
    const { state } = await room.order(orderId)
    expect([yes.status, state]).toEqual(yes.status === 200 ? [200, 'assigned'] : [409, 'canceled'])
    await room.settle()
    await expectInvariants(room.server)
  }
})

test('a driver takes an order from the list while another rings: the other goes on without him at once', async () => {
  const steps = [
    { ...LIST, searchLimit: 150 },
    { ...RINGING, notificationMethod: 'by_rotation' as const },
  ]
  await using room = await aSearchRoom({ metres: [100, 200], steps })
  const rung = await room.place()
  await room.pass(10)
  expect((await room.offers(rung)).map(({ fate }) => fate)).toEqual(['not_delivered', 'open'])
  const phone = await room.phone(0)
  const listed = await room.place()
  expect((await accept(room, 0, listed)).status).toBe(200)
  await expectInvariants(room.server)
  await phone.waitForEvent<{ order_id: number }>('order_canceled', ({ order_id }) => order_id === rung)
  await room.settle()
  const [, first, second] = await room.offers(rung)
  expect([first?.fate, second?.fate, second?.driver_id]).toEqual(['withdrawn', 'open', room.drivers[1]?.driverId])
  await expectInvariants(room.server)
})
