import { cancelOrder } from '@dispecerat/contract/orders/orders'
import * as contract from '@dispecerat/contract/telephony/calls'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aPhone } from '../../orders/testing/order-fixture.ts'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { aSwitchboard } from '../../testing/telephone/a-switchboard.ts'

const board = await aSwitchboard()
const { server, dispatcher, colleague } = board
afterAll(() => server.stop())

beforeEach(async () => {
  await server.db.deleteFrom('calls').execute()
})

/** A placed order of a phone whose client calls again. */
async function ringsAgain() {
  const phone = aPhone()
  const order = await board.place({ client_phone: phone })
  return { phone, order, call: await board.ring(phone) }
}

describe('answering a call into an open order of the caller', () => {
  test('the order gets the call, and no draft is created', async () => {
    const { order, call } = await ringsAgain()
    const { status, reply } = await board.accept(call, dispatcher, asId<OrderId>(order.id))
    expect(status).toBe(200)
    expect(reply.data).toMatchObject({ id: order.id, state: order.state, call_state: 'active' })
    expect(reply.call).toMatchObject({ id: call.id, state: 'started', order_id: order.id })
    expect((await board.history(asId<OrderId>(order.id))).at(-1)).toBe('call_started')
    expect(await board.inCall()).toEqual([order.id])
    expect((await board.accept(call, dispatcher, asId<OrderId>(order.id))).status).toBe(200)
    await board.end(call.phone)
    expect((await board.read(asId<OrderId>(order.id))).state).toBe(order.state)
    await expectInvariants(server)
  })

  test('the dispatcher’s previous call is put on hold', async () => {
    const { orderId } = await board.talk()
    const { order, call } = await ringsAgain()
    await board.accept(call, dispatcher, asId<OrderId>(order.id))
    expect((await board.open()).map((one) => [one.order_id, one.state])).toEqual([
      [orderId, 'on_hold'],
      [order.id, 'started'],
    ])
  })

  test('another phone’s order, one that is over, and an unknown one are refused as unknown', async () => {
    const [{ order, call }, other] = [await ringsAgain(), await board.place({ client_phone: aPhone() })]
    await server.request(cancelOrder, { params: { id: order.id }, body: {} }, dispatcher)
    for (const orderId of [asId<OrderId>(other.id), asId<OrderId>(order.id), asId<OrderId>(999_999)]) {
      expect((await board.accept(call, dispatcher, orderId)).body).toMatchObject({ code: 'order.unknown' })
    }
    expect((await board.open()).map(({ state }) => state)).toEqual(['pending'])
  })

  test('an order with an open call cannot take a second one', async () => {
    const { order, call, phone } = await ringsAgain()
    const again = await board.ring(phone)
    await board.accept(call, colleague, asId<OrderId>(order.id))
    expect((await board.accept(again, dispatcher, asId<OrderId>(order.id))).body).toMatchObject({
      code: 'call.order_busy',
    })
    expect((await board.accept(again, dispatcher)).status).toBe(201)
  })

  test('two dispatchers answer two calls of one client into one order at once: one succeeds', async () => {
    const { order, call, phone } = await ringsAgain()
    const again = await board.ring(phone)
    const both = await Promise.all([
      board.accept(call, dispatcher, asId<OrderId>(order.id)),
      board.accept(again, colleague, asId<OrderId>(order.id)),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await expectInvariants(server)
  })
})

test('answering a client who requested a call clears the request, whichever order it was about', async () => {
  const { order, call } = await ringsAgain()
  const flags = { call_need_interaction: true, always_in_call: true }
  await server.db.updateTable('orders').set(flags).where('id', '=', asId<OrderId>(order.id)).execute()
  await board.accept(call)
  expect(await board.read(asId<OrderId>(order.id))).toMatchObject({
    call_need_interaction: false,
    always_in_call: true,
  })
})

test('a call on hold stays with its order: the list shows who is on hold', async () => {
  const { order, call } = await ringsAgain()
  await board.accept(call, dispatcher, asId<OrderId>(order.id))
  await server.request(contract.holdCall, { params: { orderId: order.id } }, dispatcher)
  expect(await board.open()).toMatchObject([{ order_id: order.id, state: 'on_hold', direction: 'in' }])
})
