import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import * as orders from '@dispecerat/contract/orders/orders'
import * as contract from '@dispecerat/contract/telephony/calls'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { UnknownCall } from '../../adapters/telephony/telephony.ts'
import { aPhone, SQUARE } from '../../orders/testing/order-fixture.ts'
import { aClient } from '../../testing/builders.ts'
import { expectInvariants } from '../../testing/search-fixture.ts'
import { aSwitchboard } from '../../testing/telephone/a-switchboard.ts'
import { noteRecording } from '../recordings/note-recording.ts'
import { endUnanswered } from './end-unanswered.ts'

const board = await aSwitchboard()
const { server, dispatcher, colleague, rival } = board
afterAll(() => server.stop())

beforeEach(async () => {
  await server.db.deleteFrom('calls').execute()
})

const ofOrder = (orderId: OrderId) => ({ params: { orderId } })
const hold = (orderId: OrderId, token = dispatcher) => server.request(contract.holdCall, ofOrder(orderId), token)
const unhold = (orderId: OrderId, token = dispatcher) => server.request(contract.unholdCall, ofOrder(orderId), token)
/** Filters by phone, because the socket also receives events of earlier tests' calls. */
const of = (phone: string) => (data: Record<string, unknown>) => data.phone === phone
describe('a ringing call', () => {
  test('dispatchers receive the call and the client’s data; other companies receive nothing', async () => {
    const phone = aPhone()
    await aClient(server, { companyIds: [board.companyId], phone, name: 'Dna. Ana', about: 'Etajul 3' })
    const [socket, theirs] = [await server.socket(dispatcher), await server.socket(rival)]
    const call = await board.ring(phone)
    const received = await socket.waitForEvent('client_call_incoming', of(phone))
    expect(received.data).toMatchObject({
      phone,
      sip_caller_id: call.sip_caller_id,
      is_test: false,
      call: { id: call.id, state: 'pending', client: { name: 'Dna. Ana', about: 'Etajul 3', orders_count: 0 } },
    })
    expect((await board.open()).map(({ id }) => id)).toEqual([call.id])
    await theirs.caughtUp()
    expect(theirs.frames.map(({ event }) => event)).not.toContain('client_call_incoming')
    expect(await board.open(rival)).toEqual([])
  })

  test('fifteen callers wait, the sixteenth gets busy and is listed as missed; a test call rings in addition', async () => {
    for (let n = 0; n < 15; n++) expect((await board.ring()).state).toBe('pending')
    expect(await board.ring()).toMatchObject({ state: 'ended', reason_type: 'busy' })
    expect(await board.ring('+40000000001')).toMatchObject({ state: 'pending', is_test: true })
    expect(await board.open()).toHaveLength(16)
    const missed = await server.db.selectFrom('calls').select('is_missed').where('is_missed', '=', true).execute()
    expect(missed).toHaveLength(1)
  })

  test('sixteen concurrent calls are counted one by one', async () => {
    const states = (await Promise.all(Array.from({ length: 16 }, () => board.ring()))).map(({ state }) => state)
    expect(states.filter((state) => state === 'pending')).toHaveLength(15)
  })

  test('a blocked phone does not ring and is stored with the reason', async () => {
    const phone = aPhone()
    await server.request(blockPhone, { body: { phone, reason: 'Glume' } }, dispatcher)
    expect(await board.ring(phone)).toMatchObject({ state: 'ended', reason_type: 'blocked' })
    expect(await board.open()).toEqual([])
  })

  test('a call that is not answered for a minute is missed, and the dispatchers are notified', async () => {
    const socket = await server.socket(dispatcher)
    const { phone } = await board.ring()
    server.pass(59)
    expect(await endUnanswered(server)).toBe(0)
    server.pass(1)
    expect(await endUnanswered(server)).toBe(1)
    const received = await socket.waitForEvent('client_call_ended', of(phone))
    expect(received.data).toMatchObject({ order_id: null, reason_type: 'missed' })
    await expectInvariants(server)
  })

  test('two nodes that poll at once mark each caller as missed once', async () => {
    for (let n = 0; n < 6; n++) await board.ring()
    server.pass(61)
    const counts = await Promise.all([endUnanswered(server), endUnanswered(server), endUnanswered(server)])
    expect(counts.reduce((a, b) => a + b)).toBe(6)
  })

  test('a call that the caller ends before the answer is missed and can no longer be answered', async () => {
    const call = await board.ring()
    await board.hangUp(call)
    const late = await board.accept(call)
    expect([late.status, late.body.code]).toEqual([409, 'call.ended'])
    expect(await board.open()).toEqual([])
  })
})

describe('answering', () => {
  test('creates a draft with the phone and the client’s data, and adds it to the in-call list', async () => {
    const phone = aPhone()
    await aClient(server, { companyIds: [board.companyId], phone, name: 'Dna. Ana', about: 'Etajul 3' })
    const { status, reply } = await board.accept(await board.ring(phone))
    expect(status).toBe(201)
    expect(reply).toMatchObject({
      data: { state: 'new', client_phone: phone, name: 'Dna. Ana', about_client: 'Etajul 3', call_state: 'active' },
      call: { state: 'started', order_id: reply.data.id, dispatcher_id: board.dispatcherId },
      client: { phone, name: 'Dna. Ana', addresses: [] },
    })
    expect(await board.inCall()).toContain(reply.data.id)
    expect(await board.history(asId<OrderId>(reply.data.id))).toEqual(['created', 'call_started'])
    await expectInvariants(server)
  })

  test('two dispatchers at once: one gets the call, the other gets call.taken', async () => {
    for (let round = 0; round < 5; round++) {
      const call = await board.ring()
      const answers = await Promise.all([board.accept(call, dispatcher), board.accept(call, colleague)])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).toBe('call.taken')
      const drafts = server.db.selectFrom('orders').select('id').where('client_phone', '=', call.phone)
      expect(await drafts.execute()).toHaveLength(1)
    }
    await expectInvariants(server)
  })

  test('one dispatcher in two windows answers once and gets the same draft twice', async () => {
    const call = await board.ring()
    const both = await Promise.all([board.accept(call), board.accept(call)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(new Set(both.map(({ reply }) => reply.data.id)).size).toBe(1)
  })

  test('my open draft of the phone is reused when the client calls again after a lost connection', async () => {
    const { orderId, call } = await board.talk()
    await board.end(call.phone, dispatcher, { reason_type: 'connection_lost', reason_text: 'Connection lost' })
    expect(await board.read(orderId)).toMatchObject({ state: 'new', call_state: 'ended' })
    const again = await board.accept(await board.ring(call.phone))
    expect([again.status, again.reply.data.id]).toEqual([200, orderId])
    const other = await board.talk(call.phone)
    expect(other.orderId).not.toBe(orderId)
  })

  test('puts my previous call on hold, and only one call is active however fast I answer', async () => {
    const calls = [await board.ring(), await board.ring(), await board.ring()]
    await Promise.all(calls.map((call) => board.accept(call)))
    const states = (await board.open()).map(({ state }) => state)
    expect(states.sort()).toEqual(['on_hold', 'on_hold', 'started'])
    await expectInvariants(server)
  })

  test('with a phone that does not match the call, or for an unknown call, is refused', async () => {
    const call = await board.ring()
    expect((await board.accept({ ...call, phone: aPhone() })).status).toBe(404)
    expect((await board.accept({ ...call, sip_caller_id: 'nobody' })).status).toBe(404)
    expect((await board.accept(call, rival)).status).toBe(404)
  })

  test('a test call works like any other, but its order is never placed', async () => {
    const { orderId } = await board.talk('+40000000002')
    const refused = await board.placeDraft(orderId)
    expect([refused.status, refused.body.code]).toEqual([409, 'order.is_test'])
    await board.end('+40000000002')
    const left = server.db
      .selectFrom('orders')
      .select('state')
      .where('is_test', '=', true)
      .where('deleted_at', 'is', null)
    expect(await left.execute()).toEqual([])
    await expectInvariants(server)
  })
})

describe('holding', () => {
  test('hold and resume are idempotent; the dispatchers are notified of each change once', async () => {
    const { orderId, call } = await board.talk()
    const socket = await server.socket(colleague)
    for (const action of [hold, hold, unhold, unhold]) expect((await action(orderId)).status).toBe(200)
    await socket.waitForEvent('client_call_unheld', of(call.phone))
    const ofCall = socket.frames.filter(({ data }) => of(call.phone)(data as Record<string, unknown>))
    const received = ofCall.map(({ event }) => event).filter((event) => /held$/.test(event))
    expect(received).toEqual(['client_call_held', 'client_call_unheld'])
    expect(await board.history(orderId)).toEqual(['created', 'call_started', 'call_held', 'call_unheld'])
  })

  test('resuming one call puts the other on hold in the same step', async () => {
    const first = await board.talk()
    const second = await board.talk()
    expect((await unhold(first.orderId)).reply.data.state).toBe('started')
    const states = new Map((await board.open()).map(({ order_id, state }) => [order_id, state]))
    expect([states.get(first.orderId), states.get(second.orderId)]).toEqual(['started', 'on_hold'])
  })

  test('resuming two calls at once: one is active, the other on hold', async () => {
    const [a, b] = [await board.talk(), await board.talk()]
    for (let round = 0; round < 4; round++) await Promise.all([unhold(a.orderId), unhold(b.orderId)])
    expect((await board.open()).map(({ state }) => state).sort()).toEqual(['on_hold', 'started'])
    await expectInvariants(server)
  })

  test('placing the order of the call puts it on hold; changes of another order do not', async () => {
    const { orderId } = await board.talk()
    const other = await board.place()
    await server.request(orders.editOrder, { params: { id: other.id }, body: { name: 'Ion' } }, dispatcher)
    expect((await board.open())[0]?.state).toBe('started')
    expect((await board.placeDraft(orderId)).reply.data.state).toBe('created')
    expect((await board.open())[0]).toMatchObject({ state: 'on_hold', order_id: orderId })
    expect(await board.inCall()).toContain(orderId)
  })

  test('an order placed by one key while it rings leaves its caller on the line', async () => {
    const { orderId } = await board.talk()
    const body = { state: 'created' as const, places: [SQUARE], stays_on_line: true }
    const placed = await server.request(orders.editOrder, { params: { id: orderId }, body }, dispatcher)
    expect(placed.reply.data.state).toBe('created')
    expect((await board.open())[0]).toMatchObject({ state: 'started', order_id: orderId })
  })

  test('a colleague’s call cannot be held, nor can an order without a call', async () => {
    const { orderId, call } = await board.talk()
    for (const action of [hold, unhold]) expect((await action(orderId, colleague)).body.code).toBe('call.not_yours')
    expect((await board.end(call.phone, colleague)).body.code).toBe('call.not_yours')
    const { id } = await board.place()
    expect((await hold(asId<OrderId>(id))).body.code).toBe('call.unknown')
    expect((await hold(orderId, rival)).body.code).toBe('order.unknown')
  })
})

test('drivers cannot handle calls', async () => {
  expect((await server.request(contract.listCalls, {}, board.driverToken)).status).toBe(403)
})

test('the recording is stored with its call; for an unknown call the exchange gets an error', async () => {
  const { id, sip_caller_id: sipCallerId } = await board.ring()
  await noteRecording(server, { sipCallerId, file: 'known-mix.wav', seconds: 7 })
  const nobodys = noteRecording(server, { sipCallerId: 'nobodys', file: 'other-mix.wav', seconds: 7 })
  await expect(nobodys).rejects.toThrow(UnknownCall)
  const recordings = await server.db.selectFrom('call_recordings').select(['call_id', 'file', 'seconds']).execute()
  expect(recordings).toEqual([{ call_id: id, file: 'known-mix.wav', seconds: 7 }])
})
