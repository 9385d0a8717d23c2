import { expect, test } from 'vitest'
import { anExchange, aTalk, CLIENT, COMPANY, fromCaller, fromDispatcher, LINE } from '../testing/an-exchange.ts'
import { aDescription } from '../testing/raw-phone.ts'
import { headerOf } from './sip-message.ts'
import { tagOf } from './sip-names.ts'

test('a call rings every phone of the company, the first to answer gets it, the others get "answered elsewhere"', async () => {
  await using server = await anExchange()
  const [one, two, three] = [await server.registered('1'), await server.registered('2'), await server.registered('3')]
  const caller = await server.registered('caller')
  const invite = caller.rings(LINE, CLIENT)
  const rung = [await one.isAsked('INVITE'), await two.isAsked('INVITE'), await three.isAsked('INVITE')] as const
  for (const request of rung) {
    expect(headerOf(request, 'x-call-id')).toBe(headerOf(invite, 'call-id'))
    expect(headerOf(request, 'call-id')).not.toBe(headerOf(invite, 'call-id'))
    expect(headerOf(request, 'from')).toContain(CLIENT)
  }
  one.replies(rung[0], 180)
  three.replies(rung[2], 180)
  await caller.waitForResponse(180, 'INVITE')
  two.replies(rung[1], 200, { body: aDescription('sendrecv', 'two') })
  const answer = await caller.waitForResponse(200, 'INVITE')
  expect(answer.body).toContain('s=two')
  caller.acknowledges(invite, answer)
  await two.isAsked('ACK')
  for (const [phone, request] of [
    [one, rung[0]],
    [three, rung[2]],
  ] as const) {
    const cancel = await phone.isAsked('CANCEL')
    expect(headerOf(cancel, 'reason')).toBe('SIP;cause=200;text="Call completed elsewhere"')
    expect(headerOf(cancel, 'via')).toBe(headerOf(request, 'via'))
    phone.replies(cancel, 200)
    phone.replies(request, 487)
    await phone.isAsked('ACK')
  }
  const sipCallerId = headerOf(invite, 'call-id')
  expect(server.events).toEqual([
    { type: 'ringing', sipCallerId, from: CLIENT, companyId: COMPANY },
    { type: 'answered', sipCallerId, userId: 2 },
  ])
  expect(await server.exchange.snapshot()).toEqual([
    { sipCallerId, state: 'answered', userId: 2, isHeld: false, outer: { phone: CLIENT, companyId: COMPANY } },
  ])
})

test('two phones answer at once: the second is acknowledged and hung up, the caller receives one answer', async () => {
  await using server = await anExchange()
  const [one, two] = [await server.registered('1'), await server.registered('2')]
  const caller = await server.registered('caller')
  caller.rings(LINE, CLIENT)
  const [first, second] = [await one.isAsked('INVITE'), await two.isAsked('INVITE')]
  one.replies(first, 180)
  two.replies(second, 180)
  one.replies(first, 200, { tag: 'one', body: aDescription() })
  two.replies(second, 200, { tag: 'two', body: aDescription() })
  await caller.waitForResponse(200, 'INVITE')
  const [winner] = server.events.flatMap((event) => (event.type === 'answered' ? [event.userId] : []))
  const loser = winner === 1 ? two : one
  await loser.isAsked('ACK')
  const bye = await loser.isAsked('BYE')
  expect(headerOf(bye, 'reason')).toContain('elsewhere')
  loser.replies(bye, 200)
  expect(server.eventTypes()).toBe('ringing answered')
  expect(caller.inbox.filter((message) => message.kind === 'response' && message.status === 200)).toEqual([])
})

test('the caller gives up: every phone stops, and an answer on its way is ended', async () => {
  await using server = await anExchange()
  const [one, two] = [await server.registered('1'), await server.registered('2')]
  const caller = await server.registered('caller')
  const invite = caller.rings(LINE, CLIENT)
  const [first, second] = [await one.isAsked('INVITE'), await two.isAsked('INVITE')]
  one.replies(first, 180)
  await caller.waitForResponse(180, 'INVITE')
  caller.cancels(invite)
  await caller.waitForResponse(200, 'CANCEL')
  expect(tagOf(headerOf(await caller.waitForResponse(487, 'INVITE'), 'to'))).toBeDefined()
  one.replies(await one.isAsked('CANCEL'), 200)
  one.replies(first, 200, { tag: 'late', body: aDescription() })
  await one.isAsked('ACK')
  await one.isAsked('BYE')
  // RFC 3261 §9.1: no CANCEL before the phone has responded.
  expect(two.inbox.some((message) => message.kind === 'request' && message.method === 'CANCEL')).toBe(false)
  two.replies(second, 180)
  await two.isAsked('CANCEL')
  expect(server.eventTypes()).toBe('ringing ended')
  expect(server.events[1]).toMatchObject({ because: 'caller_hung_up' })
  expect(await server.exchange.snapshot()).toEqual([])
})

test.each([
  ['the caller', 'caller_hung_up'],
  ['the dispatcher', 'dispatcher_hung_up'],
] as const)('%s hangs up, and the other side receives it', async (who, because) => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const talk = await aTalk(caller, phone)
  if (who === 'the caller') fromCaller(caller, talk, 'BYE')
  else fromDispatcher(phone, talk, 'BYE')
  const [ends, other] = who === 'the caller' ? [caller, phone] : [phone, caller]
  await ends.waitForResponse(200, 'BYE')
  other.replies(await other.isAsked('BYE'), 200)
  expect(server.events.at(-1)).toMatchObject({ type: 'ended', because })
})
