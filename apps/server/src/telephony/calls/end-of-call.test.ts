import { readCancellationsReport, readDispatchersReport } from '@dispecerat/contract/office/reports'
import { readStatistics } from '@dispecerat/contract/orders/company-dispatch'
import * as lists from '@dispecerat/contract/orders/order-lists'
import * as orders from '@dispecerat/contract/orders/orders'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { aSwitchboard } from '../../testing/telephone/a-switchboard.ts'

const board = await aSwitchboard()
const { server, dispatcher, colleague, manager } = board
afterAll(() => server.stop())

beforeEach(async () => {
  await server.db.deleteFrom('calls').execute()
})

const of = (phone: string) => (data: Record<string, unknown>) => data.phone === phone

describe('the end of a call', () => {
  test('cancels a new draft and removes it from the list', async () => {
    const { orderId, call } = await board.talk()
    const socket = await server.socket(colleague)
    expect((await board.end(call.phone)).reply.data).toMatchObject({
      state: 'ended',
      reason_text: 'Client finished call',
    })
    expect(await board.read(orderId)).toMatchObject({
      state: 'canceled',
      cancellation_reason_type: 'call_ended',
      cancellation_reason_text: 'Client finished call',
      cancelled_by: 'dispatcher',
      call_state: 'ended',
    })
    expect(await board.inCall()).not.toContain(orderId)
    expect(await board.history(orderId)).toEqual(['created', 'call_started', 'call_ended', 'canceled'])
    await socket.waitForEvent('client_call_ended', of(call.phone))
    expect((await board.end(call.phone)).status).toBe(404)
    await expectInvariants(server)
  })

  test('a dropped draft is in the list of calls and in no list, count, report or statistic of orders', async () => {
    const { orderId, call } = await board.talk()
    const counted = async () => {
      const today = server.clock.now().toISOString().slice(0, 10)
      const query = { date_from: today, date_to: today } as never
      const { reply: counts } = await server.request(lists.readOrderCounts, {}, manager)
      const { reply: report } = await server.request(readCancellationsReport, { query }, manager)
      const { reply: people } = await server.request(readDispatchersReport, { query }, manager)
      const { reply: statistics } = await server.request(readStatistics, {}, manager)
      return { counts, report: report.totals, people: people.totals, statistics }
    }
    const before = await counted()
    await board.end(call.phone)
    const after = await counted()
    expect(after).toEqual({
      ...before,
      counts: { ...before.counts, inCallOrdersCount: before.counts.inCallOrdersCount - 1 },
    })
    const found = await server.request(lists.listOrdersForReport, { query: { state: 'canceled' } } as never, manager)
    expect(found.reply.data.map(({ orderId: id }) => id)).not.toContain(orderId)
    await expectInvariants(server)
  })

  test('a dropped draft is no order: it can be neither searched for again nor assigned', async () => {
    const { orderId, call } = await board.talk()
    await board.end(call.phone)
    const input = { params: { id: orderId } }
    const again = await server.request(orders.retryOrder, input, dispatcher)
    const { driverId } = board.driver
    const driven = await server.request(orders.setDriverAndFinish, { ...input, body: { driverId } }, dispatcher)
    expect([again.body.code, driven.body.code]).toEqual(['order.never_placed', 'order.never_placed'])
    expect((await server.request(orders.duplicateOrder, input, dispatcher)).status).toBe(201)
  })

  test('a placed order stays', async () => {
    const { orderId, call } = await board.talk()
    await board.placeDraft(orderId)
    await board.end(call.phone)
    expect(await board.read(orderId)).toMatchObject({ state: 'created', call_state: 'ended' })
    expect(await board.inCall()).not.toContain(orderId)
  })

  test('when the caller hangs up the result is the same as when the dispatcher does', async () => {
    const { orderId, call } = await board.talk()
    await board.hangUp(call)
    await board.hangUp(call)
    expect(await board.read(orderId)).toMatchObject({
      state: 'canceled',
      cancelled_by_user: board.dispatcherId,
      cancellation_reason_type: 'call_ended',
    })
    expect(await board.open()).toEqual([])
  })

  test('both hang up at once: the call ends once', async () => {
    const { orderId, call } = await board.talk()
    await Promise.all([board.hangUp(call), board.end(call.phone), board.hangUp(call)])
    expect((await board.history(orderId)).filter((type) => type === 'call_ended')).toHaveLength(1)
    await expectInvariants(server)
  })

  test('answering and hanging up at once leaves either a missed call or a canceled draft', async () => {
    for (let round = 0; round < 6; round++) {
      const call = await board.ring()
      await Promise.all([board.accept(call), board.hangUp(call)])
      expect(await board.open()).toEqual([])
    }
    await expectInvariants(server)
  })

  test('the path may end in a slash, and the manager ends a forgotten call', async () => {
    const { call } = await board.talk()
    const request = {
      method: 'PATCH',
      url: '/api/calls/cancel/',
      headers: { authorization: `Bearer ${manager}` },
    } as const
    expect((await server.inject({ ...request, payload: { phone_number: call.phone } })).statusCode).toBe(200)
  })

  test('deleting the order ends its call', async () => {
    const { orderId } = await board.talk()
    await server.request(orders.deleteOrder, { params: { id: orderId } }, dispatcher)
    expect(await board.open()).toEqual([])
    await expectInvariants(server)
  })
})
