import { arriveAtPickup } from '@dispecerat/contract/dispatch/driver'
import { changeGroupSettings } from '@dispecerat/contract/identity/settings'
import { changeMessageText } from '@dispecerat/contract/office/message-texts'
import { cancelOrder, clearAlwaysInCall, readOrderHistory } from '@dispecerat/contract/orders/orders'
import { changeOutgoing, stopOutgoing } from '@dispecerat/contract/telephony/telephone-admin'
import { asId, type OrderId } from '@dispecerat/domain/kernel/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { headerOf, type SipRequest, type SipResponse } from '../../adapters/telephony/embedded/sip/sip-message.ts'
import { anExchange, type TestExchange } from '../../adapters/telephony/embedded/testing/an-exchange.ts'
import { aDescription, addressIn, type RawPhone } from '../../adapters/telephony/embedded/testing/raw-phone.ts'
import type { Sayer } from '../../adapters/telephony/pretend/voices.ts'
import { lockOrder, notifyClient } from '../../orders/orders.public.ts'
import { aPhone, createFixture } from '../../orders/testing/order-fixture.ts'
import { SYSTEM } from '../../platform/db/actor.ts'
import { write } from '../../platform/db/write.ts'
import { type ADriver, aDriver, TOWN_SQUARE } from '../../testing/builders.ts'
import { PlaybackCalls } from './playback-calls.ts'

const fixture = await createFixture()
const { server, dispatcher, manager, companyId } = fixture
/** Spoken texts, and the functions that end each playback. */
const texts: string[] = []
const finishSpeech: (() => void)[] = []
const voice = {
  offer: aDescription('sendrecv', 'house'),
  receivedBytes: 0,
  reoffered: async () => aDescription('sendrecv', 'house'),
  answered: () => undefined,
  speaks: () => undefined,
  close: () => undefined,
}
const sayer: Sayer = {
  say: async (_sound, onFinished) => {
    finishSpeech.push(onFinished)
    return voice
  },
  stop: async () => undefined,
}
const speech = {
  say: async (text: string) => {
    texts.push(text)
    return { sound: Buffer.alloc(8000), hasVoice: false }
  },
}

let testExchange: TestExchange
let client: RawPhone
let calls: PlaybackCalls
let phone: string
let orderId: OrderId
let driver: ADriver

const another = () => new PlaybackCalls(server, { telephony: testExchange.exchange }, speech)
const limits = (wanted: object) =>
  server.request(changeOutgoing, { body: { company_id: companyId, ...wanted } }, fixture.admin)
const settings = (on: boolean) =>
  server.request(changeGroupSettings, { params: { group: 'playback' }, body: { playback_enabled: on } }, manager)

beforeAll(async () => {
  testExchange = await anExchange({ sayer })
  expect((await settings(true)).status).toBe(200)
})
afterAll(async () => {
  await testExchange[Symbol.asyncDispose]()
  await server.stop()
})
beforeEach(async () => {
  await server.db.deleteFrom('playbacks').execute()
  await server.db.deleteFrom('calls').execute()
  await server.db.deleteFrom('outgoing_rules').execute()
  driver = await aDriver(server, { companyId, at: TOWN_SQUARE })
  client = await testExchange.phone('caller')
  phone = aPhone()
  await client.registers(300, 'MD5', [['X-Number', phone]])
  calls = another()
  orderId = asId<OrderId>((await fixture.place({ client_phone: phone })).id)
  expect(await fixture.assign(orderId, driver)).toBe(true)
})

/** Emits the assignment of a driver, as the search does. */
const isAssigned = () =>
  write(server, SYSTEM, async (tx) => {
    const order = await lockOrder(tx, asId<OrderId>(orderId))
    await notifyClient(tx, server.domainEvents, order, 'client_assigned', server.clock.now())
  })
const arrives = async () =>
  server.request(
    arriveAtPickup,
    { params: { id: orderId }, body: { reason: 'Fără semnal' } },
    await server.logIn(driver.email),
  )
const rows = () => server.db.selectFrom('playbacks').select(['news', 'state', 'tries', 'ended']).orderBy('id').execute()
const rowIs = (like: object) => expect.poll(rows, { timeout: 20_000 }).toMatchObject([like])
const order = () => fixture.read(orderId)
const lines = async () => {
  const { reply } = await server.request(readOrderHistory, { params: { id: orderId } }, dispatcher)
  return reply.data
    .filter(({ type }) => type.startsWith('playback'))
    .map(({ type, data }): Record<string, unknown> => ({ type, ...data }))
}
const inviteOf = async () => {
  const rung = await client.isAsked('INVITE')
  client.replies(rung, 180, { tag: 'client' })
  return rung
}
const picksUp = async () => {
  const rung = await inviteOf()
  const accepted = client.replies(rung, 200, { tag: 'client', body: aDescription('sendrecv', 'client') })
  await client.isAsked('ACK')
  await rowIs({ state: 'speaking' })
  return { rung, accepted }
}
const within = (
  method: string,
  { rung, accepted }: { rung: SipRequest; accepted: SipResponse },
  body = '',
  type = '',
) =>
  client.ask(method, addressIn(rung), {
    from: headerOf(accepted, 'to'),
    to: headerOf(rung, 'from'),
    callId: headerOf(rung, 'call-id'),
    headers: type === '' ? [] : [['Content-Type', type]],
    body,
  })

describe('an assigned order', () => {
  test('the client is called and hears the company’s text, and the call is not repeated', async () => {
    const text = 'Mașina {indicativ} ajunge în {minute}. {companie}'
    await server.request(changeMessageText, { params: { key: 'voice_assigned' }, body: { text } }, manager)
    const socket = await server.socket(dispatcher)
    await isAssigned()
    await calls.look()
    await picksUp()
    expect(texts.at(-1)).toMatch(new RegExp(`^Mașina ${driver.indicativ} ajunge în 5 minute\\. .`))
    await socket.waitForEvent('order_updated', (data) => data.order_id === orderId)
    expect(await order()).toMatchObject({ call_playback_state: 'started', call_need_interaction: false })
    finishSpeech.at(-1)?.()
    await client.isAsked('BYE')
    await rowIs({ state: 'over', ended: 'heard', tries: 1 })
    expect(await order()).toMatchObject({ call_playback_state: 'ended', call_need_interaction: false })
    expect(await lines()).toEqual([
      { type: 'playback_started', message: 'client_assigned', tries: 1, has_voice: false },
      { type: 'playback_ended', message: 'client_assigned', tries: 1, playback_end: 'heard' },
    ])
    server.pass(3600)
    await calls.look()
    expect(client.inbox.filter((one) => one.kind === 'request')).toEqual([])
    socket.close()
  })

  test('the client presses 0: the call ends, and the order is marked for a call back until a dispatcher clears it', async () => {
    await isAssigned()
    await calls.look()
    const talk = await picksUp()
    within('INFO', talk, 'Signal=0\r\nDuration=160\r\n', 'application/dtmf-relay')
    await client.waitForResponse(200, 'INFO')
    await client.isAsked('BYE')
    await rowIs({ state: 'over', ended: 'asked_to_talk' })
    const marked = { call_need_interaction: true, always_in_call: true, call_playback_state: 'ended' }
    expect(await order()).toMatchObject(marked)
    expect(await fixture.history(orderId)).toContain('always_in_call_set')
    await server.request(clearAlwaysInCall, { params: { id: orderId } }, dispatcher)
    expect(await order()).toMatchObject({ call_need_interaction: false, always_in_call: false })
  })

  test('another key is ignored, and hanging up counts as heard', async () => {
    await isAssigned()
    await calls.look()
    const talk = await picksUp()
    within('INFO', talk, '5', 'application/dtmf')
    await client.waitForResponse(200, 'INFO')
    within('BYE', talk)
    await rowIs({ state: 'over', ended: 'heard' })
    expect((await order()).call_need_interaction).toBe(false)
  })

  test('after two unanswered attempts the order is marked for a call by a dispatcher', async () => {
    await isAssigned()
    await calls.look()
    client.replies(await inviteOf(), 486, { tag: 'client' })
    await rowIs({ state: 'due', tries: 1 })
    expect(await order()).toMatchObject({ call_need_interaction: false, call_playback_state: null })
    await calls.look()
    expect(await rows()).toMatchObject([{ state: 'due', tries: 1 }])
    server.pass(30)
    await calls.look()
    client.replies(await inviteOf(), 486, { tag: 'client' })
    await rowIs({ state: 'over', ended: 'not_reached', tries: 2 })
    expect(await order()).toMatchObject({ call_need_interaction: true, always_in_call: true })
    expect((await lines()).map(({ playback_end, tries }) => `${playback_end} ${tries}`)).toEqual([
      'not_reached 1',
      'not_reached 2',
    ])
  })
})

describe('the client is not called', () => {
  test('when the company has automatic calls disabled', async () => {
    await settings(false)
    await isAssigned()
    expect(await rows()).toEqual([])
    await settings(true)
  })

  test('when the order is cancelled before the call, and the call ends when it is cancelled while ringing', async () => {
    await isAssigned()
    await server.request(cancelOrder, { params: { id: orderId }, body: {} }, dispatcher)
    await calls.look()
    expect(await rows()).toMatchObject([{ state: 'over', ended: 'order_changed', tries: 0 }])

    await server.db.deleteFrom('playbacks').execute()
    orderId = asId<OrderId>((await fixture.place({ client_phone: phone })).id)
    await fixture.assign(orderId, driver)
    await isAssigned()
    await calls.look()
    await inviteOf()
    await server.request(cancelOrder, { params: { id: orderId }, body: {} }, dispatcher)
    await calls.look()
    await client.isAsked('CANCEL')
    expect(await rows()).toMatchObject([{ state: 'over', ended: 'order_changed' }])
    expect((await order()).call_need_interaction).toBe(false)
  })

  test('when the company may not dial the number: the order’s history has the reason', async () => {
    await server.db.updateTable('orders').set({ client_phone: '+88213777777' }).where('id', '=', orderId).execute()
    await isAssigned()
    await calls.look()
    expect(await rows()).toMatchObject([{ state: 'over', ended: 'not_allowed', tries: 0 }])
    expect(await lines()).toMatchObject([{ playback_end: 'not_allowed' }])
  })

  test('while all lines of the company are busy, but at the next attempt', async () => {
    await limits({ open_calls: 0 })
    await isAssigned()
    await calls.look()
    expect(await rows()).toMatchObject([{ state: 'due', tries: 0 }])
    await limits({ open_calls: 1 })
    server.pass(30)
    await calls.look()
    await inviteOf()
    expect(await rows()).toMatchObject([{ state: 'ringing', tries: 1 }])
  })

  test('and the call ends when outgoing calls of the company are stopped while it rings', async () => {
    await isAssigned()
    await calls.look()
    await inviteOf()
    await server.request(stopOutgoing, { body: { company_id: companyId } }, manager)
    await calls.look()
    await client.isAsked('CANCEL')
    expect(await rows()).toMatchObject([{ state: 'over', ended: 'not_allowed' }])
  })

  test('while the client is in a call with the company', async () => {
    const talk = { company_id: companyId, phone, sip_caller_id: 'on-the-line', rang_at: server.clock.now() }
    await server.db.insertInto('calls').values(talk).execute()
    await isAssigned()
    await calls.look()
    expect(await rows()).toMatchObject([{ state: 'over', ended: 'talking', tries: 0 }])
    expect(await lines()).toMatchObject([{ playback_end: 'talking' }])
  })
})

test('on arrival the waiting call about the assignment is dropped, and the client hears about the arrival', async () => {
  await isAssigned()
  expect((await arrives()).status).toBe(200)
  await calls.look()
  await expect.poll(rows).toMatchObject([
    { news: 'client_assigned', state: 'over', ended: 'order_changed' },
    { news: 'client_arrived', state: 'ringing' },
  ])
  await inviteOf()
  expect(texts.at(-1)).toContain('vă așteaptă')
})

test('of several processes that poll at once, one calls the client', async () => {
  await isAssigned()
  await Promise.all([calls.look(), another().look(), another().look()])
  await inviteOf()
  expect(await rows()).toMatchObject([{ state: 'ringing', tries: 1 }])
  expect(client.inbox.filter((one) => one.kind === 'request' && one.method === 'INVITE')).toEqual([])
})

describe('a killed process', () => {
  test('while the call rings: the attempt counts, and one more follows', async () => {
    await isAssigned()
    await calls.look()
    await inviteOf()
    const next = another()
    server.pass(61)
    await next.look()
    expect(await rows()).toMatchObject([{ state: 'due', tries: 1 }])
    server.pass(30)
    await next.look()
    await rowIs({ state: 'ringing', tries: 2 })
  })

  test('while the text is played: it counts as heard, and there is no further call', async () => {
    await isAssigned()
    await calls.look()
    await picksUp()
    const next = another()
    server.pass(181)
    await next.look()
    expect(await rows()).toMatchObject([{ state: 'over', ended: 'heard', tries: 1 }])
    expect(await order()).toMatchObject({ call_playback_state: 'ended', call_need_interaction: false })
  })
})
