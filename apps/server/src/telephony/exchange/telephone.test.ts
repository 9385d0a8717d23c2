import { blockPhone } from '@dispecerat/contract/orders/company-dispatch'
import * as contract from '@dispecerat/contract/telephony/calls'
import { listMissedCalls } from '@dispecerat/contract/telephony/missed-calls'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { describe, expect, test } from 'vitest'
import { headerOf } from '../../adapters/telephony/embedded/sip/sip-message.ts'
import { aDescription, addressIn } from '../../adapters/telephony/embedded/testing/raw-phone.ts'
import { aPhone } from '../../orders/testing/order-fixture.ts'
import { finalAnswer, fromDispatcher, hangsUp, ringAt } from '../../testing/telephone/telephone-fixture.ts'
import { createPhonesFixture, sound } from '../calls/testing/phones-fixture.ts'
import { claimAnswers } from './claim-answers.ts'

const fixture = await createPhonesFixture()
const { server, dispatcher, colleague, me, at, talk, holds } = fixture

describe('an incoming call', () => {
  test('is announced to dispatchers before the phones ring; one answers, accepts, holds and resumes it, and the caller hangs up', async () => {
    const socket = await server.socket(colleague)
    const ringer = fixture.rings(at.caller, aPhone())
    const of = (data: Record<string, unknown>) => data.phone === ringer.number
    await socket.waitForEvent('client_call_incoming', of)
    await ringAt(at.hers, ringer.sipCallerId)
    const picked = await fixture.picksUp(at.mine, ringer)
    await fixture.row(ringer.sipCallerId, { state: 'pending', answered_by: me })
    const { reply, status } = await fixture.acceptSip(ringer)
    expect(status).toBe(201)
    await socket.waitForEvent('client_call_accepted', of)

    await holds(picked, 'sendonly')
    await fixture.row(ringer.sipCallerId, { state: 'on_hold', dispatcher_id: me })
    await socket.waitForEvent('client_call_held', of)
    await holds(picked, 'sendrecv')
    await fixture.row(ringer.sipCallerId, { state: 'started' })

    hangsUp({ ...ringer, ...picked })
    await fixture.row(ringer.sipCallerId, { state: 'ended', reason_type: 'call_ended', is_missed: false })
    await socket.waitForEvent('client_call_ended', of)
    expect((await fixture.read(asId<OrderId>(reply.data.id))).state).toBe('canceled')
    const held = ['call_started', 'call_held', 'call_unheld', 'call_ended']
    expect(await fixture.history(asId<OrderId>(reply.data.id))).toEqual(['created', ...held, 'canceled'])
    socket.close()
  })

  test('two dispatchers answer at once: the one whose phone the exchange connected has it, the other gets call.taken', async () => {
    const ringer = fixture.rings(at.caller, aPhone())
    await ringAt(at.hers, ringer.sipCallerId)
    const [, first, second] = await Promise.all([
      fixture.picksUp(at.mine, ringer),
      fixture.acceptSip(ringer, colleague),
      fixture.acceptSip(ringer),
    ])
    expect(first.body).toMatchObject({ code: 'call.taken' })
    expect(second.status).toBe(201)
    await at.hers.isAsked('CANCEL')
    await fixture.row(ringer.sipCallerId, { state: 'started', dispatcher_id: me })
  })

  test('cannot be accepted by a dispatcher whose phone does not have it', async () => {
    const ringer = fixture.rings(at.caller, aPhone())
    await ringAt(at.mine, ringer.sipCallerId)
    expect((await fixture.acceptSip(ringer)).body).toMatchObject({ code: 'call.not_answered' })
    at.caller.cancels(ringer.invite)
    await fixture.row(ringer.sipCallerId, { state: 'ended', reason_type: 'missed', is_missed: true })
    await at.mine.isAsked('CANCEL')
  })

  test('is accepted by the server when the browser of the answering phone does not', async () => {
    const ringer = fixture.rings(at.caller, aPhone())
    await fixture.picksUp(at.mine, ringer)
    await fixture.row(ringer.sipCallerId, { state: 'pending', answered_by: me })
    expect(await claimAnswers(server)).toBe(0)
    server.pass(2.5)
    // The job of the running server may come first.
    await claimAnswers(server)
    await fixture.row(ringer.sipCallerId, { state: 'started', dispatcher_id: me })
    expect((await fixture.acceptSip(ringer)).status).toBe(200)
  })

  test('from a blocked phone is declined and no phone rings', async () => {
    const number = aPhone()
    await server.request(blockPhone, { body: { phone: number, reason: 'Glume' } }, dispatcher)
    const ringer = fixture.rings(at.caller, number)
    expect(await finalAnswer(ringer)).toBe(603)
    await fixture.row(ringer.sipCallerId, { state: 'ended', reason_type: 'blocked', is_missed: false })
    expect((await server.request(listMissedCalls, {}, dispatcher)).reply.data.map(({ phone }) => phone)).not.toContain(
      number,
    )
  })

  test('fifteen wait, the sixteenth gets busy and is listed as missed', async () => {
    const waiting = Array.from({ length: 15 }, () => fixture.rings(at.caller, aPhone()))
    for (const { sipCallerId } of waiting) await fixture.row(sipCallerId, { state: 'pending' })
    const last = fixture.rings(at.caller, aPhone())
    expect(await finalAnswer(last)).toBe(486)
    await fixture.row(last.sipCallerId, { state: 'ended', reason_type: 'busy', is_missed: true })
    const { data } = (await server.request(listMissedCalls, {}, dispatcher)).reply
    expect(data[0]).toMatchObject({ phone: last.number, reason_type: 'busy' })
    for (const { invite } of waiting) at.caller.cancels(invite)
    for (const { sipCallerId } of waiting) await fixture.row(sipCallerId, { state: 'ended', reason_type: 'missed' })
  })
})

describe('a dispatcher ends a call', () => {
  test('on the phone: the caller is hung up, the row has ended', async () => {
    const { ringer, ...picked } = await talk()
    fromDispatcher(picked, 'BYE')
    await at.caller.isAsked('BYE', ringer.sipCallerId)
    await fixture.row(ringer.sipCallerId, { state: 'ended', reason_type: 'call_ended' })
  })

  test('in the browser: both phones are hung up', async () => {
    const { ringer } = await talk()
    await fixture.end(ringer.number)
    await Promise.all([at.caller.isAsked('BYE', ringer.sipCallerId), at.mine.isAsked('BYE')])
  })
})

describe('an outgoing call', () => {
  const dial = (body: object) => server.request(contract.dialPhone, { body }, dispatcher)
  const rings = (phone: string) => {
    const extension = at.mine.extension
    const invite = at.mine.rings(phone, extension, { body: sound('sendrecv') })
    return { invite, sipCallerId: invite.headers.find(([name]) => name === 'Call-ID')?.[1] ?? '' }
  }

  test('puts the previous call on hold; when it is answered the phone needs no call back any more', async () => {
    const { ringer } = await talk()
    const missed = fixture.rings(at.caller, aPhone())
    await fixture.row(missed.sipCallerId, { state: 'pending' })
    at.caller.cancels(missed.invite)
    await fixture.row(missed.sipCallerId, { state: 'ended' })

    expect((await dial({ phone: missed.number })).reply.data).toEqual({
      phone: missed.number,
      order_id: null,
      driver_id: null,
    })
    const out = rings(missed.number)
    const rung = await ringAt(at.caller, out.sipCallerId)
    await fixture.row(out.sipCallerId, { state: 'started', direction: 'out', dispatcher_id: me, reached_at: null })
    await fixture.row(ringer.sipCallerId, { state: 'on_hold' })
    at.caller.replies(rung, 200, { tag: 'client', body: aDescription('sendrecv', 'caller') })
    at.mine.acknowledges(out.invite, await at.mine.waitForResponse(200, 'INVITE'))
    await expect
      .poll(async () => (await fixture.row(out.sipCallerId, { direction: 'out' })).reached_at)
      .toEqual(server.clock.now())
    const { data } = (await server.request(listMissedCalls, {}, dispatcher)).reply
    expect(data.find(({ phone }) => phone === missed.number)?.called_back_by?.id).toBe(me)
    await fixture.end(missed.number)
    await fixture.row(out.sipCallerId, { state: 'ended', reason_type: 'call_ended', is_missed: false })
  })

  test('without an order: holding it changes the row too, and colleagues see it', async () => {
    const socket = await server.socket(colleague)
    const number = aPhone()
    await at.caller.registers(300, 'MD5', [['X-Number', number]])
    await dial({ phone: number })
    const out = rings(number)
    const rung = await at.caller.isAsked('INVITE')
    at.caller.replies(rung, 200, { tag: 'client', body: aDescription('sendrecv', 'caller') })
    const answer = await at.mine.waitForResponse(200, 'INVITE')
    at.mine.acknowledges(out.invite, answer)
    const dialog = {
      from: headerOf(out.invite, 'from'),
      to: headerOf(answer, 'to'),
      callId: headerOf(out.invite, 'call-id'),
    }
    const turns = async (direction: string) => {
      at.mine.ask('UPDATE', addressIn(answer), { ...dialog, body: sound(direction) })
      at.caller.replies(await at.caller.isAsked('UPDATE'), 200, { body: aDescription(direction, 'caller') })
      await at.mine.waitForResponse(200, 'UPDATE')
    }
    const isHis = (data: Record<string, unknown>) => data.phone === number
    await turns('sendonly')
    await fixture.row(out.sipCallerId, { state: 'on_hold', direction: 'out', order_id: null })
    await socket.waitForEvent('client_call_held', isHis)
    await turns('sendrecv')
    await fixture.row(out.sipCallerId, { state: 'started' })
    await socket.waitForEvent('client_call_unheld', isHis)
  })

  test('that is not answered ends as not reached, and cancels no draft', async () => {
    const { data: order } = { data: await fixture.place() }
    const { reply } = await dial({ order_id: order.id })
    const out = rings(reply.data.phone)
    await fixture.row(out.sipCallerId, {
      state: 'ended',
      reason_type: 'not_reached',
      order_id: asId<OrderId>(order.id),
    })
    expect((await fixture.read(asId<OrderId>(order.id))).state).toBe(order.state)
  })

  test('to a phone that was not requested is not placed', async () => {
    const out = rings(aPhone())
    expect(await finalAnswer({ ...out, phone: at.mine })).toBe(603)
    expect(await server.db.selectFrom('calls').where('sip_caller_id', '=', out.sipCallerId).execute()).toEqual([])
  })

  test('cannot be requested to a blocked phone, for another tenant’s order, or to another company’s driver', async () => {
    const number = aPhone()
    await server.request(blockPhone, { body: { phone: number, reason: 'Glume' } }, dispatcher)
    expect((await dial({ phone: number })).body).toMatchObject({ code: 'order.phone_blocked' })
    expect((await dial({ order_id: 999_999 })).body).toMatchObject({ code: 'order.unknown' })
    expect((await dial({ driver_id: me })).body).toMatchObject({ code: 'driver.unknown' })
    const { driverId } = fixture.driver
    expect((await dial({ driver_id: driverId })).reply.data.driver_id).toBe(driverId)
    await server.db.updateTable('users').set({ phone: null }).where('id', '=', driverId).execute()
    expect((await dial({ driver_id: driverId })).body).toMatchObject({ code: 'call.no_phone' })
    expect((await dial({})).status).toBe(422)
  })
})
