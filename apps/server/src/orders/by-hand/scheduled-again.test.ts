import { driverCancel } from '@dispecerat/contract/dispatch/driver'
import { listWaitingOrders } from '@dispecerat/contract/orders/order-lists'
import { readOrder } from '@dispecerat/contract/orders/orders'
import type { OrderId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { expectInvariants, type SearchFixture } from '../../testing/search-fixture.ts'
import { runDueOrders } from '../life/run-due-orders.ts'
import {
  aConfirmedSearch,
  accept,
  aScheduledOrder,
  aSearch,
  assign,
  idOf,
  isBusy,
  ringing,
  takeBack,
} from '../testing/by-hand.ts'

async function read({ server, dispatcher }: SearchFixture, orderId: OrderId) {
  return (await server.request(readOrder, { params: { id: orderId } }, dispatcher)).reply.data
}

/** The default lead is a quarter of an hour before the departure, which is three hours away. */
const UNTIL_DUE_S = (3 * 60 - 15) * 60

async function giveBack(fixture: SearchFixture, orderId: OrderId) {
  const request = { params: { id: orderId }, body: { reason: 'Pană' } }
  await fixture.server.request(driverCancel, request, fixture.drivers[0]?.token)
  await fixture.settle()
}

test.each([
  ['taken back', takeBack],
  ['given back', giveBack],
] as const)('a scheduled order %s before its search is due goes back to its schedule', async (_how, lose) => {
  await using fixture = await aSearch()
  const { server } = fixture
  const orderId = await aScheduledOrder(fixture)
  const placed = await read(fixture, orderId)
  await assign(fixture, orderId, idOf(fixture, 0))
  await lose(fixture, orderId)
  expect(await read(fixture, orderId)).toMatchObject({
    state: 'pending',
    driver_id: null,
    in_pending_queue: false,
    start_at: placed.start_at,
  })
  expect(await isBusy(fixture, idOf(fixture, 0))).toBe(false)
  expect(await fixture.offers(orderId)).toEqual([])
  await expectInvariants(server)

  server.pass(UNTIL_DUE_S - 1)
  await runDueOrders(server)
  expect(await fixture.history(orderId)).not.toContain('begun')
  server.pass(1)
  await runDueOrders(server)
  expect((await fixture.history(orderId)).filter((type) => /begun|search/.test(type))).toEqual([
    'begun',
    'search_started',
  ])
  await expectInvariants(server)
})

test('taken back after its search was due, it is searched at once', async () => {
  await using fixture = await aSearch()
  const orderId = await aScheduledOrder(fixture)
  await assign(fixture, orderId, idOf(fixture, 0))
  fixture.server.pass(UNTIL_DUE_S)
  await takeBack(fixture, orderId)
  expect(await read(fixture, orderId)).toMatchObject({ state: 'created' })
})

test('a named driver who had to accept, and from whom it is taken back: the order keeps its schedule', async () => {
  await using fixture = await aConfirmedSearch()
  const { server, dispatcher } = fixture
  const orderId = await aScheduledOrder(fixture)
  const { start_at } = await read(fixture, orderId)
  await assign(fixture, orderId, idOf(fixture, 1))
  expect(await ringing(fixture, orderId)).toEqual([idOf(fixture, 1)])
  const waiting = await server.request(listWaitingOrders, {}, dispatcher)
  expect(waiting.reply.data.map(({ id }) => id)).toEqual([orderId])
  await accept(fixture, 1, orderId)
  await takeBack(fixture, orderId)
  expect(await read(fixture, orderId)).toMatchObject({ state: 'pending', driver_id: null, start_at })
  expect(await ringing(fixture, orderId)).toEqual([])
  await expectInvariants(server)
})

test('a scheduled order that another driver is given keeps its schedule too', async () => {
  await using fixture = await aSearch()
  const orderId = await aScheduledOrder(fixture)
  await assign(fixture, orderId, idOf(fixture, 0))
  await assign(fixture, orderId, idOf(fixture, 1))
  expect(await read(fixture, orderId)).toMatchObject({ state: 'assigned', driver_id: idOf(fixture, 1) })
  await takeBack(fixture, orderId)
  expect(await read(fixture, orderId)).toMatchObject({ state: 'pending' })
  await expectInvariants(fixture.server)
})
