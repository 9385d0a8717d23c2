import { expect, test } from 'vitest'
import { anExchange, aTalk, CLIENT, LINE } from '../testing/an-exchange.ts'
import { aDescription } from '../testing/raw-phone.ts'
import { headerOf } from './sip-message.ts'

test.each([
  ['busy', 486],
  ['blocked', 603],
  ['missed', 480],
] as const)('a caller whom the server refuses as %s gets %i, and no phone rings', async (why, status) => {
  await using server = await anExchange({
    onEvent: async (event, exchange) => {
      if (event.type === 'ringing') exchange.hangUp(event.sipCallerId, why)
    },
  })
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  caller.rings(LINE, CLIENT)
  await caller.waitForResponse(status, 'INVITE')
  caller.ask('OPTIONS', 'sip:exchange.test')
  await caller.waitForResponse(200, 'OPTIONS')
  expect(phone.inbox).toEqual([])
  expect(server.eventTypes()).toBe('ringing')
})

test('an unanswered call ends after its time limit, and the phones stop', async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const invite = caller.rings(LINE, CLIENT)
  phone.replies(await phone.isAsked('INVITE'), 180)
  await caller.waitForResponse(180, 'INVITE')
  server.exchange.hangUp(headerOf(invite, 'call-id') ?? '', 'missed')
  await caller.waitForResponse(480, 'INVITE')
  await phone.isAsked('CANCEL')
  server.exchange.hangUp('nobody knows this one', 'missed')
})

test('a call that the server ends is over on both sides', async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const { invite } = await aTalk(caller, phone)
  server.exchange.hangUp(headerOf(invite, 'call-id') ?? '', 'call_ended')
  await Promise.all([phone.isAsked('BYE'), caller.isAsked('BYE')])
  expect(server.eventTypes()).toBe('ringing answered')
})

test.each([486, 603])('%i of one phone affects only that phone: the others keep ringing', async (status) => {
  await using server = await anExchange()
  const [one, two, caller] = [
    await server.registered('1'),
    await server.registered('2'),
    await server.registered('caller'),
  ]
  caller.rings(LINE, CLIENT)
  one.replies(await one.isAsked('INVITE'), status)
  await one.isAsked('ACK')
  two.replies(await two.isAsked('INVITE'), 200, { body: aDescription() })
  await caller.waitForResponse(200, 'INVITE')
  expect(server.events.at(-1)).toMatchObject({ type: 'answered', userId: 2 })
})

test('a call without present dispatchers waits, and rings at the next phone', async () => {
  await using server = await anExchange()
  const caller = await server.registered('caller')
  caller.rings(LINE, CLIENT)
  await caller.waitForResponse(182, 'INVITE')
  const late = await server.registered('1')
  late.replies(await late.isAsked('INVITE'), 200, { body: aDescription() })
  await caller.waitForResponse(200, 'INVITE')
})

test('a page that is reloaded while it rings, rings again', async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  caller.rings(LINE, CLIENT)
  phone.replies(await phone.isAsked('INVITE'), 180)
  phone.breakLine()
  const again = await server.phone('1')
  again.contact = phone.contact
  await again.registers()
  again.replies(await again.isAsked('INVITE'), 200, { body: aDescription() })
  await caller.waitForResponse(200, 'INVITE')
})

test("an absent dispatcher's phone does not ring, and rings again after the return", async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  server.phoneDirectory.away.add(1)
  caller.rings(LINE, CLIENT)
  await caller.waitForResponse(182, 'INVITE')
  expect(phone.inbox).toEqual([])
  server.phoneDirectory.away.delete(1)
  await phone.isAsked('INVITE')
})

test('a ringing caller whose connection breaks has hung up', async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  caller.rings(LINE, CLIENT)
  phone.replies(await phone.isAsked('INVITE'), 180)
  caller.breakLine()
  await phone.isAsked('CANCEL')
  await expect.poll(() => server.eventTypes()).toBe('ringing ended')
})

test('a call that the server has lost does not ring for ever', async () => {
  await using server = await anExchange({ times: { ringsMs: 100 } })
  const caller = await server.registered('caller')
  caller.rings(LINE, CLIENT)
  await caller.waitForResponse(480, 'INVITE')
  expect(server.eventTypes()).toBe('ringing ended')
})

test.each([
  ['a line nobody has', '+40799999999', CLIENT, aDescription(), 404],
  ['a caller without a number', LINE, 'somebody', aDescription(), 403],
  ['no sound offered', LINE, CLIENT, '', 488],
])('%s is refused', async (_, dialled, number, body, status) => {
  await using server = await anExchange()
  const caller = await server.registered('caller')
  caller.rings(dialled, number, { body })
  await caller.waitForResponse(status, 'INVITE')
  expect(server.eventTypes()).toBe('')
})

test('a call is not started twice, and a dispatcher may show only the own number', async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  caller.rings(LINE, CLIENT, { callId: 'the same' })
  await phone.isAsked('INVITE')
  caller.rings(LINE, CLIENT, { callId: 'the same' })
  await caller.waitForResponse(482, 'INVITE')
  phone.rings('+40733000000', '2')
  await phone.waitForResponse(403, 'INVITE')
  expect(server.refusals).toEqual(['somebody_elses'])
})

test('stopping ends active and waiting calls', async () => {
  await using server = await anExchange()
  const [one, caller] = [await server.registered('1'), await server.registered('caller')]
  await aTalk(caller, one)
  const second = await server.registered('caller')
  second.rings(LINE, '+40740333444')
  await second.waitForResponse(180, 'INVITE').catch(() => undefined)
  await server.exchange.stop()
  await Promise.all([one.isAsked('BYE'), caller.isAsked('BYE'), second.waitForResponse(480, 'INVITE')])
  await expect.poll(() => caller.closed?.code).toBe(1001)
  await expect(server.phone('2')).rejects.toThrow('503')
})
