import * as contract from '@dispecerat/contract/telephony/calls'
import { asId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { twoAtTheBoard } from './testing/two-at-the-board.ts'

const board = await twoAtTheBoard()
const { server, dispatcher, colleague, manager, rival, me, she, idOf, sit } = board
afterAll(() => server.stop())
beforeEach(() => board.startAgain())

function transfer(
  orderId: OrderId,
  body: { user_id: UserId; hand_over_order?: boolean },
  token = dispatcher,
  key = '',
) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return server.request(contract.transferCall, { params: { orderId }, body, headers }, token)
}

const dispatcherOf = async (orderId: OrderId) => (await board.read(orderId)).dispatcher_id

describe('transferring a call to a colleague', () => {
  test('moves the call and its order to the colleague, and notifies the dispatchers who transferred it to whom', async () => {
    const { orderId, call } = await board.talk()
    const socket = await server.socket(colleague)
    const { reply } = await transfer(orderId, { user_id: she })
    expect(reply.data).toMatchObject({ id: call.id, state: 'started', dispatcher_id: she, transferred_from: me })
    const { data } = await socket.waitForEvent('client_call_transferred')
    socket.close()
    expect(data).toMatchObject({ order_id: orderId, from_dispatcher_id: me, dispatcher_id: she, call: { id: call.id } })
    expect(await dispatcherOf(orderId)).toBe(she)
    expect(await board.history(orderId)).toEqual(['created', 'call_started', 'call_transferred', 'handed_over'])
    await expectInvariants(server)
  })

  test('without the order it stays with the first dispatcher; a held call becomes active', async () => {
    const { orderId } = await board.talk()
    await server.request(contract.holdCall, { params: { orderId } }, dispatcher)
    const { reply } = await transfer(orderId, { user_id: she, hand_over_order: false })
    expect(reply.data).toMatchObject({ state: 'started', held_at: null, dispatcher_id: she })
    expect(await dispatcherOf(orderId)).toBe(me)
    expect((await server.request(contract.holdCall, { params: { orderId } }, colleague)).status).toBe(200)
    expect((await server.request(contract.unholdCall, { params: { orderId } }, dispatcher)).status).toBe(403)
  })

  test('a repeat with one key, or without a key, changes nothing', async () => {
    const { orderId } = await board.talk()
    for (const key of ['one-wish', 'one-wish', '']) {
      expect((await transfer(orderId, { user_id: she }, dispatcher, key)).status).toBe(200)
    }
    expect(await board.times(orderId, 'call_transferred')).toBe(1)
  })

  test('when both transfer their calls to each other at once, no call is lost and neither has two active ones', async () => {
    const mine = await board.talk()
    const hers = (await board.accept(await board.ring(), colleague)).reply
    const both = await Promise.all([
      transfer(mine.orderId, { user_id: she }),
      transfer(asId<OrderId>(hers.data.id), { user_id: me }, colleague),
    ])
    for (const { status } of both) expect([200, 409]).toContain(status)
    await expectInvariants(server)
    expect((await board.open()).map(({ dispatcher_id }) => dispatcher_id)).not.toContain(null)
  })
})

describe('is refused', () => {
  test('to a colleague who is not at a console, or has left it', async () => {
    const { orderId } = await board.talk()
    await sit(colleague, false)
    expect((await transfer(orderId, { user_id: she })).body).toMatchObject({ code: 'call.colleague_away' })
    await sit(colleague, true)
    server.pass(150)
    expect((await transfer(orderId, { user_id: she })).body).toMatchObject({ code: 'call.colleague_away' })
    await sit(colleague, true)
    expect((await transfer(orderId, { user_id: she })).status).toBe(200)
  })

  test('to a colleague with an active call', async () => {
    const { orderId } = await board.talk()
    await board.accept(await board.ring(), colleague)
    expect((await transfer(orderId, { user_id: she })).body).toMatchObject({ code: 'call.colleague_busy' })
  })

  test('for a colleague’s call or one that has ended; to an unknown user, a driver or oneself', async () => {
    const { orderId, call } = await board.talk()
    const unknowns = [await idOf(rival), board.driver.driverId, me]
    for (const user_id of unknowns) {
      expect((await transfer(orderId, { user_id })).body).toMatchObject({ code: 'user.unknown' })
    }
    expect((await transfer(orderId, { user_id: me }, colleague)).body).toMatchObject({ code: 'call.not_yours' })
    await board.end(call.phone)
    expect((await transfer(orderId, { user_id: she })).status).toBe(404)
  })
})

test('colleagues who can take a call now are listed first, and those with an active call are marked', async () => {
  await sit(manager, false)
  await board.accept(await board.ring(), colleague)
  const { data } = (await server.request(contract.listCallColleagues, {}, dispatcher)).reply
  expect(data.map(({ id }) => id)).toEqual([she, await idOf(manager)])
  expect(data.map(({ is_reachable, is_talking }) => [is_reachable, is_talking])).toEqual([
    [true, true],
    [false, false],
  ])
  expect((await server.request(contract.listCallColleagues, {}, rival)).reply.data).toEqual([])
})
