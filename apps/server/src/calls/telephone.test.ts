import * as contract from '@dispecerat/contract/calls'
import { blockPhone } from '@dispecerat/contract/company-desk'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aPhone } from '../orders/testing/a-room.ts'
import { headerOf } from '../providers/telephony/embedded/sip-message.ts'
import { aDescription, addressIn, type RawPhone } from '../providers/telephony/embedded/testing/raw-phone.ts'
import { expectInvariants } from '../testing/a-search-room.ts'
import { aTelephoneRoom, finalAnswer, fromDesk, hangsUp, type Picked, ringAt } from '../testing/a-telephone-room.ts'
import { claimAnswers } from './claim-answers.ts'

const room = await aTelephoneRoom()
const { server, dispatcher, colleague, me, she } = room
afterAll(() => server.stop())

let mine: RawPhone
let hers: RawPhone
let caller: RawPhone

beforeEach(async () => {
  ;[mine, hers, caller] = [await room.phoneOf(dispatcher), await room.phoneOf(colleague), await room.publicPhone()]
})

afterEach(async () => {
  await expectInvariants(server)
  for (const phone of [mine, hers, caller]) phone.breakLine()
  await server.db.deleteFrom('calls').execute()
})

const talk = () => room.talks(caller, aPhone(), { desk: mine, token: dispatcher })
/** Holds by `sendonly`, resumes by `sendrecv`; the caller's phone agrees. */
async function holds(picked: Picked, direction: string): Promise<void> {
  fromDesk(picked, 'UPDATE', sound(direction))
  caller.replies(await caller.isAsked('UPDATE'), 200, { body: aDescription(direction, 'caller') })
  await mine.hears(200, 'UPDATE')
}
const sound = (direction: string) => aDescription(direction, 'desk')

describe('a caller rings', () => {
  test('the room hears him before the phones ring; one picks up, accepts, holds, resumes, and he hangs up', async () => {
    const desk = await server.socket(colleague)
    const ringer = room.rings(caller, aPhone())
    const of = (data: Record<string, unknown>) => data.phone === ringer.number
    await desk.heard('client_call_incoming', of)
    await ringAt(hers, ringer.sipCallerId)
    const picked = await room.picksUp(mine, ringer)
    await room.row(ringer.sipCallerId, { state: 'pending', answered_by: me })
    const { reply, status } = await room.acceptSip(ringer)
    expect(status).toBe(201)
    await desk.heard('client_call_accepted', of)

    await holds(picked, 'sendonly')
    await room.row(ringer.sipCallerId, { state: 'on_hold', dispatcher_id: me })
    await desk.heard('client_call_held', of)
    await holds(picked, 'sendrecv')
    await room.row(ringer.sipCallerId, { state: 'started' })

    hangsUp({ ...ringer, ...picked })
    await room.row(ringer.sipCallerId, { state: 'ended', reason_type: 'call_ended', is_missed: false })
    await desk.heard('client_call_ended', of)
    expect((await room.read(reply.data.id)).state).toBe('canceled')
    const held = ['call_started', 'call_held', 'call_unheld', 'call_ended']
    expect(await room.history(reply.data.id)).toEqual(['created', ...held, 'canceled'])
    desk.close()
  })

  test('two dispatchers press at once: the phone the exchange chose has him, the other hears he is taken', async () => {
    const ringer = room.rings(caller, aPhone())
    await ringAt(hers, ringer.sipCallerId)
    const [, first, second] = await Promise.all([
      room.picksUp(mine, ringer),
      room.acceptSip(ringer, colleague),
      room.acceptSip(ringer),
    ])
    expect(first.body).toMatchObject({ code: 'call.taken' })
    expect(second.status).toBe(201)
    await hers.isAsked('CANCEL')
    await room.row(ringer.sipCallerId, { state: 'started', dispatcher_id: me })
  })

  test('who only says that he picked up does not have him', async () => {
    const ringer = room.rings(caller, aPhone())
    await ringAt(mine, ringer.sipCallerId)
    expect((await room.acceptSip(ringer)).body).toMatchObject({ code: 'call.not_answered' })
    caller.cancels(ringer.invite)
    await room.row(ringer.sipCallerId, { state: 'ended', reason_type: 'missed', is_missed: true })
    await mine.isAsked('CANCEL')
  })

  test('a browser that picked up and said nothing more has him after all', async () => {
    const ringer = room.rings(caller, aPhone())
    await room.picksUp(mine, ringer)
    await room.row(ringer.sipCallerId, { state: 'pending', answered_by: me })
    expect(await claimAnswers(server)).toBe(0)
    server.pass(2.5)
    // The job of the running server may come first.
    await claimAnswers(server)
    await room.row(ringer.sipCallerId, { state: 'started', dispatcher_id: me })
    expect((await room.acceptSip(ringer)).status).toBe(200)
  })

  test('a refused phone is declined and no phone rings', async () => {
    const number = aPhone()
    await server.call(blockPhone, { body: { phone: number, reason: 'Glume' } }, dispatcher)
    const ringer = room.rings(caller, number)
    expect(await finalAnswer(ringer)).toBe(603)
    await room.row(ringer.sipCallerId, { state: 'ended', reason_type: 'blocked', is_missed: false })
    expect(
      (await server.call(contract.listMissedCalls, {}, dispatcher)).reply.data.map(({ phone }) => phone),
    ).not.toContain(number)
  })

  test('fifteen wait, the sixteenth hears busy and is to be called back', async () => {
    const waiting = Array.from({ length: 15 }, () => room.rings(caller, aPhone()))
    for (const { sipCallerId } of waiting) await room.row(sipCallerId, { state: 'pending' })
    const last = room.rings(caller, aPhone())
    expect(await finalAnswer(last)).toBe(486)
    await room.row(last.sipCallerId, { state: 'ended', reason_type: 'busy', is_missed: true })
    const { data } = (await server.call(contract.listMissedCalls, {}, dispatcher)).reply
    expect(data[0]).toMatchObject({ phone: last.number, reason_type: 'busy' })
    for (const { invite } of waiting) caller.cancels(invite)
    for (const { sipCallerId } of waiting) await room.row(sipCallerId, { state: 'ended', reason_type: 'missed' })
  })
})

describe('the dispatcher ends it', () => {
  test('his phone hangs up: the caller is told, the row is over', async () => {
    const { ringer, ...picked } = await talk()
    fromDesk(picked, 'BYE')
    await caller.isAsked('BYE', ringer.sipCallerId)
    await room.row(ringer.sipCallerId, { state: 'ended', reason_type: 'call_ended' })
  })

  test('his browser asks the house: both phones are told', async () => {
    const { ringer } = await talk()
    await room.end(ringer.number)
    await Promise.all([caller.isAsked('BYE', ringer.sipCallerId), mine.isAsked('BYE')])
  })
})

describe('a caller is given to a colleague', () => {
  test('her phone takes the voice, then the row is hers', async () => {
    const { orderId, ringer } = await talk()
    const asked = server.call(contract.transferCall, { params: { orderId }, body: { user_id: she } }, dispatcher)
    const rung = await ringAt(hers, ringer.sipCallerId, true)
    hers.replies(rung, 200, { tag: 'desk', body: sound('sendrecv') })
    const again = await caller.isAsked('INVITE', ringer.sipCallerId)
    caller.replies(again, 200, { body: aDescription('sendrecv', 'caller') })
    expect((await asked).reply.data).toMatchObject({ state: 'started', dispatcher_id: she, transferred_from: me })
    await mine.isAsked('BYE')
    await room.end(ringer.number, colleague)
    await hers.isAsked('BYE')
  })

  test('her phone does not take it: the caller stays where he was', async () => {
    const { orderId, ringer } = await talk()
    const asked = server.call(contract.transferCall, { params: { orderId }, body: { user_id: she } }, dispatcher)
    hers.replies(await ringAt(hers, ringer.sipCallerId, true), 486, { tag: 'desk' })
    expect((await asked).body).toMatchObject({ code: 'call.colleague_away' })
    expect(await room.row(ringer.sipCallerId, { state: 'started' })).toMatchObject({ dispatcher_id: me })
  })
})

describe('a caller is taken over by a colleague', () => {
  const take = (orderId: number) =>
    server.call(contract.takeOverCall, { params: { orderId }, body: { from_user_id: me } }, colleague)
  /** Her phone takes the voice, the caller agrees. */
  async function arrives(sipCallerId: string): Promise<void> {
    hers.replies(await ringAt(hers, sipCallerId, true), 200, { tag: 'desk', body: sound('sendrecv') })
    caller.replies(await caller.isAsked('INVITE', sipCallerId), 200, { body: aDescription('sendrecv', 'caller') })
  }

  test('who was held talks to her; his phone hears that it is over, and the caller hung up on nobody', async () => {
    const { orderId, ringer, ...picked } = await talk()
    await holds(picked, 'sendonly')
    await room.row(ringer.sipCallerId, { state: 'on_hold' })
    const asked = take(orderId)
    await arrives(ringer.sipCallerId)
    expect((await asked).reply.data).toMatchObject({ state: 'started', dispatcher_id: she, transferred_from: me })
    await mine.isAsked('BYE')
    expect((await room.read(orderId)).dispatcher_id).toBe(she)
    await room.end(ringer.number, colleague)
    await hers.isAsked('BYE')
  })

  test('two take him at once: one phone rings, the other dispatcher hears that he is taken', async () => {
    const { orderId, ringer } = await talk()
    const ask = { params: { orderId }, body: { from_user_id: me } }
    expect((await server.call(contract.takeOverCall, ask, room.manager)).body).toMatchObject({
      code: 'call.phone_away',
    })
    const third = await room.phoneOf(room.manager)
    const first = take(orderId)
    const rung = await ringAt(hers, ringer.sipCallerId, true)
    expect((await server.call(contract.takeOverCall, ask, room.manager)).body).toMatchObject({ code: 'call.taken' })
    const given = await server.call(contract.transferCall, { params: { orderId }, body: { user_id: she } }, dispatcher)
    expect(given.body).toMatchObject({ code: 'call.taken' })
    hers.replies(rung, 200, { tag: 'desk', body: sound('sendrecv') })
    caller.replies(await caller.isAsked('INVITE', ringer.sipCallerId), 200, {
      body: aDescription('sendrecv', 'caller'),
    })
    expect((await first).reply.data.dispatcher_id).toBe(she)
    expect((await server.call(contract.takeOverCall, ask, room.manager)).body).toMatchObject({ code: 'call.taken' })
    third.breakLine()
  })

  test('he hangs up while her phone takes him: the call is over, and said so', async () => {
    const { orderId, ringer, ...picked } = await talk()
    const asked = take(orderId)
    await ringAt(hers, ringer.sipCallerId, true)
    hangsUp({ ...ringer, ...picked })
    await room.row(ringer.sipCallerId, { state: 'ended' })
    await hers.isAsked('CANCEL')
    expect((await asked).body).toMatchObject({ code: 'call.ended' })
  })

  test('her phone does not take it: the caller stays where he was, and may be taken again', async () => {
    const { orderId, ringer } = await talk()
    const asked = take(orderId)
    hers.replies(await ringAt(hers, ringer.sipCallerId, true), 486, { tag: 'desk' })
    expect((await asked).body).toMatchObject({ code: 'call.phone_away' })
    await room.row(ringer.sipCallerId, { state: 'started', dispatcher_id: me })
    const again = take(orderId)
    await arrives(ringer.sipCallerId)
    expect((await again).status).toBe(200)
  })
})

describe('a dispatcher rings somebody up', () => {
  const dial = (body: object) => server.call(contract.dialPhone, { body }, dispatcher)
  const rings = (phone: string) => {
    const extension = mine.extension
    const invite = mine.rings(phone, extension, { body: sound('sendrecv') })
    return { invite, sipCallerId: invite.headers.find(([name]) => name === 'Call-ID')?.[1] ?? '' }
  }

  test('whoever he talked to waits; the called party picks up, and is no longer to be called back', async () => {
    const { ringer } = await talk()
    const missed = room.rings(caller, aPhone())
    await room.row(missed.sipCallerId, { state: 'pending' })
    caller.cancels(missed.invite)
    await room.row(missed.sipCallerId, { state: 'ended' })

    expect((await dial({ phone: missed.number })).reply.data).toEqual({
      phone: missed.number,
      order_id: null,
      driver_id: null,
    })
    const out = rings(missed.number)
    const rung = await ringAt(caller, out.sipCallerId)
    await room.row(out.sipCallerId, { state: 'started', direction: 'out', dispatcher_id: me, reached_at: null })
    await room.row(ringer.sipCallerId, { state: 'on_hold' })
    caller.replies(rung, 200, { tag: 'client', body: aDescription('sendrecv', 'caller') })
    mine.acknowledges(out.invite, await mine.hears(200, 'INVITE'))
    await expect
      .poll(async () => (await room.row(out.sipCallerId, { direction: 'out' })).reached_at)
      .toEqual(server.clock.now())
    const { data } = (await server.call(contract.listMissedCalls, {}, dispatcher)).reply
    expect(data.find(({ phone }) => phone === missed.number)?.called_back_by?.id).toBe(me)
    await room.end(missed.number)
    await room.row(out.sipCallerId, { state: 'ended', reason_type: 'call_ended', is_missed: false })
  })

  test('without an order: who holds her caller holds it in the book too, and colleagues see it', async () => {
    const desk = await server.socket(colleague)
    const number = aPhone()
    await caller.registers(300, 'MD5', [['X-Number', number]])
    await dial({ phone: number })
    const out = rings(number)
    const rung = await caller.isAsked('INVITE')
    caller.replies(rung, 200, { tag: 'client', body: aDescription('sendrecv', 'caller') })
    const answer = await mine.hears(200, 'INVITE')
    mine.acknowledges(out.invite, answer)
    const dialog = {
      from: headerOf(out.invite, 'from'),
      to: headerOf(answer, 'to'),
      callId: headerOf(out.invite, 'call-id'),
    }
    const turns = async (direction: string) => {
      mine.ask('UPDATE', addressIn(answer), { ...dialog, body: sound(direction) })
      caller.replies(await caller.isAsked('UPDATE'), 200, { body: aDescription(direction, 'caller') })
      await mine.hears(200, 'UPDATE')
    }
    const isHis = (data: Record<string, unknown>) => data.phone === number
    await turns('sendonly')
    await room.row(out.sipCallerId, { state: 'on_hold', direction: 'out', order_id: null })
    await desk.heard('client_call_held', isHis)
    await turns('sendrecv')
    await room.row(out.sipCallerId, { state: 'started' })
    await desk.heard('client_call_unheld', isHis)
  })

  test('nobody picks up: not reached, and no draft dies of it', async () => {
    const { data: order } = { data: await room.place() }
    const { reply } = await dial({ order_id: order.id })
    const out = rings(reply.data.phone)
    await room.row(out.sipCallerId, { state: 'ended', reason_type: 'not_reached', order_id: order.id })
    expect((await room.read(order.id)).state).toBe(order.state)
  })

  test('a phone he did not ask for rings nowhere', async () => {
    const out = rings(aPhone())
    expect(await finalAnswer({ ...out, phone: mine })).toBe(603)
    expect(await server.db.selectFrom('calls').where('sip_caller_id', '=', out.sipCallerId).execute()).toEqual([])
  })

  test('he may not ask for a refused phone, a stranger’s order, or a driver of another house', async () => {
    const number = aPhone()
    await server.call(blockPhone, { body: { phone: number, reason: 'Glume' } }, dispatcher)
    expect((await dial({ phone: number })).body).toMatchObject({ code: 'order.phone_blocked' })
    expect((await dial({ order_id: 999_999 })).body).toMatchObject({ code: 'order.unknown' })
    expect((await dial({ driver_id: me })).body).toMatchObject({ code: 'driver.unknown' })
    const { driverId } = room.driver
    expect((await dial({ driver_id: driverId })).reply.data.driver_id).toBe(driverId)
    await server.db.updateTable('users').set({ phone: null }).where('id', '=', driverId).execute()
    expect((await dial({ driver_id: driverId })).body).toMatchObject({ code: 'call.no_phone' })
    expect((await dial({})).status).toBe(422)
  })
})
