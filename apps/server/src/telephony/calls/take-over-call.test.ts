import * as contract from '@dispecerat/contract/telephony/calls'
import { asId, type CallId, type OrderId, type UserId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { twoAtTheBoard } from './testing/two-at-the-board.ts'

const board = await twoAtTheBoard()
const { server, dispatcher, colleague, manager, rival, me, she, idOf, sit } = board
afterAll(() => server.stop())
beforeEach(() => board.startAgain())

function take(orderId: OrderId, { token = colleague, from = me, key = '' } = {}) {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  return server.request(contract.takeOverCall, { params: { orderId }, body: { from_user_id: from }, headers }, token)
}

const taken = (orderId: OrderId) => board.times(orderId, 'call_taken_over')

describe('taking over a colleague’s call', () => {
  test('moves the call and its order to the new dispatcher, and notifies the previous one who took it over', async () => {
    const { orderId, call } = await board.talk()
    const socket = await server.socket(dispatcher)
    const { reply } = await take(orderId)
    expect(reply.data).toMatchObject({ id: call.id, state: 'started', dispatcher_id: she, transferred_from: me })
    const { data } = await socket.waitForEvent('client_call_transferred')
    socket.close()
    expect(data).toMatchObject({ order_id: orderId, from_dispatcher_id: me, dispatcher_id: she, is_taken_over: true })
    expect((await board.read(orderId)).dispatcher_id).toBe(she)
    expect(await board.history(orderId)).toEqual(['created', 'call_started', 'call_taken_over', 'handed_over'])
    await expectInvariants(server)
  })

  test('a held call becomes active; the new dispatcher’s own active call is put on hold', async () => {
    const { orderId } = await board.talk()
    await server.request(contract.holdCall, { params: { orderId } }, dispatcher)
    const other = (await board.accept(await board.ring(), colleague)).reply
    expect((await take(orderId)).reply.data).toMatchObject({ state: 'started', held_at: null, dispatcher_id: she })
    const open = new Map((await board.open()).map((call) => [call.id, [call.dispatcher_id, call.state]]))
    expect(open.get(other.call.id)).toEqual([she, 'on_hold'])
    expect(await board.history(asId<OrderId>(other.data.id))).toContain('call_held')
    expect((await server.request(contract.holdCall, { params: { orderId } }, dispatcher)).status).toBe(403)
    await expectInvariants(server)
  })

  test('a repeat with one key, or without a key, changes nothing', async () => {
    const { orderId } = await board.talk()
    for (const key of ['one-grip', 'one-grip', '']) expect((await take(orderId, { key })).status).toBe(200)
    expect(await taken(orderId)).toBe(1)
  })

  test('two take it over at once: one gets the call, the other gets call.taken', async () => {
    for (let round = 0; round < 5; round++) {
      const { orderId } = await board.talk()
      const both = await Promise.all([take(orderId), take(orderId, { token: manager })])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'call.taken' })
      expect(await taken(orderId)).toBe(1)
    }
    await expectInvariants(server)
  })

  test('taking it over and transferring it at once: one of them succeeds', async () => {
    await sit(manager, true)
    const managerId = await idOf(manager)
    for (let round = 0; round < 5; round++) {
      const { orderId } = await board.talk()
      await Promise.all([
        take(orderId),
        server.request(contract.transferCall, { params: { orderId }, body: { user_id: managerId } }, dispatcher),
      ])
      const moves = (await board.history(orderId)).filter((type) => /^call_(taken_over|transferred)$/.test(type))
      expect(moves).toHaveLength(1)
      await server.db.deleteFrom('calls').execute()
    }
  })

  test('the caller hangs up at the same moment: the new dispatcher gets the call, or an error that it ended', async () => {
    for (let round = 0; round < 5; round++) {
      const { orderId, call } = await board.talk()
      const [takeover] = await Promise.all([take(orderId), board.hangUp(call)])
      if (takeover.status !== 200) expect(takeover.body).toMatchObject({ code: 'call.ended' })
      expect(await board.open()).toEqual([])
    }
    await expectInvariants(server)
  })
})

describe('is refused', () => {
  test('for a call that has ended, or that another dispatcher took over meanwhile', async () => {
    const { orderId, call } = await board.talk()
    await take(orderId, { token: manager })
    const { body, status } = await take(orderId)
    expect([status, body.code, body.message]).toEqual([409, 'call.taken', 'Apelul a fost preluat de un coleg'])
    await board.end(call.phone, manager)
    const late = await take(orderId)
    expect([late.status, late.body.code, late.body.message]).toEqual([409, 'call.ended', 'Apelul s-a încheiat'])
  })

  test('for another company’s dispatcher, to whom the order is unknown, for a driver, and for a body without the call’s dispatcher', async () => {
    const { orderId } = await board.talk()
    expect((await take(orderId, { token: rival })).status).toBe(404)
    expect((await take(orderId, { token: board.driverToken })).status).toBe(403)
    const bare = { params: { orderId }, body: {} as { from_user_id: UserId } }
    expect((await server.request(contract.takeOverCall, bare, colleague)).status).toBe(422)
    expect((await board.open()).map(({ dispatcher_id }) => dispatcher_id)).toEqual([me])
  })

  test('for an outgoing call that is still ringing', async () => {
    const { orderId, call } = await board.talk()
    const out = { direction: 'out' as const, reached_at: null }
    await server.db.updateTable('calls').set(out).where('id', '=', asId<CallId>(call.id)).execute()
    expect((await take(orderId)).body).toMatchObject({ code: 'call.not_answered' })
  })
})
