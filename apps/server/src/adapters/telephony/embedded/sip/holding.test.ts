import { expect, test } from 'vitest'
import { anExchange, aTalk, fromCaller, fromDispatcher, type Talk } from '../testing/an-exchange.ts'
import { aDescription, addressIn, type RawPhone } from '../testing/raw-phone.ts'
import { directionOf } from './sdp.ts'
import { headerOf, headersOf } from './sip-message.ts'

async function twoWhoTalk() {
  const server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  return { server, phone, caller, talk: await aTalk(caller, phone) }
}

const METHODS = ['INVITE', 'UPDATE'] as const

test.each(METHODS)(
  'the dispatcher holds and resumes by %s: the caller gets the change, the server the event',
  async (method) => {
    const { server, phone, caller, talk } = await twoWhoTalk()
    await using _ = server
    for (const [direction, event] of [
      ['sendonly', 'held'],
      ['sendrecv', 'resumed'],
      ['inactive', 'held'],
      ['sendrecv', 'resumed'],
    ] as const) {
      fromDispatcher(phone, talk, method, aDescription(direction))
      const offer = await caller.isAsked(method)
      expect(directionOf(offer.body)).toBe(direction)
      caller.replies(offer, 200, { body: aDescription('recvonly', 'caller') })
      const answer = await phone.waitForResponse(200, method)
      expect(answer.body).toContain('s=caller')
      if (method === 'INVITE') await caller.isAsked('ACK')
      await expect.poll(() => server.events.at(-1)).toMatchObject({ type: event, userId: 1 })
    }
    expect(server.eventTypes()).toBe('ringing answered held resumed held resumed')
  },
)

test.each(METHODS)(
  "the caller holds by %s: the dispatcher's phone gets the change, the server no event",
  async (method) => {
    const { server, phone, caller, talk } = await twoWhoTalk()
    await using _ = server
    fromCaller(caller, talk, method, aDescription('sendonly'))
    const offer = await phone.isAsked(method)
    expect(directionOf(offer.body)).toBe('sendonly')
    phone.replies(offer, 200, { body: aDescription('recvonly') })
    await caller.waitForResponse(200, method)
    expect(server.eventTypes()).toBe('ringing answered')
  },
)

test('a phone without UPDATE gets an INVITE', async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const talk = await aTalk(caller, phone)
  // The phone allowed UPDATE when it answered; in its reply to a later call it does not.
  const plain = await server.registered('2')
  server.phoneDirectory.away.add(1)
  const second = await server.registered('caller')
  const invite = second.rings('company-7', '+40740333444')
  const rung = await plain.isAsked('INVITE')
  const to = `${headerOf(rung, 'to')};tag=plain`
  const copiedHeaders = rung.headers.filter(([name]) => /^(via|from|call-id|cseq)$/i.test(name))
  plain.say({
    kind: 'response',
    status: 200,
    reason: 'OK',
    body: aDescription(),
    headers: [...copiedHeaders, ['To', to], ['Contact', plain.contact], ['Content-Type', 'application/sdp']],
  })
  const answer = await second.waitForResponse(200, 'INVITE')
  fromCaller(second, { ...talk, invite, answer }, 'UPDATE', aDescription('sendonly'))
  const offer = await plain.waits((one) => one.kind === 'request' && one.body !== '', 'an offer')
  expect(offer).toMatchObject({ method: 'INVITE' })
})

test('both hold at once: neither hold succeeds, both get 491', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  fromDispatcher(phone, talk, 'INVITE', aDescription('sendonly'))
  const offer = await caller.isAsked('INVITE')
  fromCaller(caller, talk, 'INVITE', aDescription('sendonly'))
  await caller.waitForResponse(491, 'INVITE')
  caller.replies(offer, 491)
  await phone.waitForResponse(491, 'INVITE')
  expect(server.eventTypes()).toBe('ringing answered')
  // The failed hold leaves no state: the next one succeeds.
  fromDispatcher(phone, talk, 'UPDATE', aDescription('sendonly'))
  caller.replies(await caller.isAsked('UPDATE'), 200, { body: aDescription() })
  await phone.waitForResponse(200, 'UPDATE')
})

test('a refused hold is refused to its sender, and the call is not held', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  fromDispatcher(phone, talk, 'UPDATE', aDescription('sendonly'))
  caller.replies(await caller.isAsked('UPDATE'), 488)
  await phone.waitForResponse(488, 'UPDATE')
  expect(await server.exchange.snapshot()).toMatchObject([{ isHeld: false }])
})

test('an empty UPDATE is only a keep-alive; keys are passed to the other side', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  fromDispatcher(phone, talk, 'UPDATE')
  await phone.waitForResponse(200, 'UPDATE')
  fromDispatcher(phone, talk, 'INVITE')
  await phone.waitForResponse(488, 'INVITE')
  fromCaller(caller, talk, 'INFO', 'Signal=5')
  const info = await phone.isAsked('INFO')
  expect(info.body).toBe('Signal=5')
  phone.replies(info, 200)
  await caller.waitForResponse(200, 'INFO')
})

test('every description has a higher version than the previous one, and the same author', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  const [, ...before] = /^o=- (\d+) (\d+)/m.exec(talk.answer.body) ?? []
  fromDispatcher(phone, talk, 'UPDATE', aDescription('sendonly'))
  const [, ...after] = /^o=- (\d+) (\d+)/m.exec((await caller.isAsked('UPDATE')).body) ?? []
  expect(after[0]).toBe(before[0])
  expect(Number(after[1])).toBeGreaterThan(Number(before[1]))
})

function byeOf(phone: RawPhone, { invite, answer }: Talk, change: { tag?: string } = {}) {
  const to = headerOf(answer, 'to') ?? ''
  return phone.ask('BYE', addressIn(answer), {
    from: headerOf(invite, 'from'),
    to: change.tag ? to.replace(/tag=.*/, `tag=${change.tag}`) : to,
    callId: headerOf(invite, 'call-id'),
  })
}

test('unknown phones cannot change a call, neither by its id nor by its dialog', async () => {
  const { server, phone, talk } = await twoWhoTalk()
  await using _ = server
  const unknown = await server.registered('2')
  byeOf(unknown, talk)
  await unknown.waitForResponse(403, 'BYE')
  byeOf(unknown, talk, { tag: 'another' })
  await unknown.waitForResponse(481, 'BYE')
  const nobody = await server.phone('3')
  byeOf(nobody, talk)
  expect(headersOf(await nobody.waitForResponse(407, 'BYE'), 'proxy-authenticate')).toHaveLength(2)
  expect(phone.inbox).toEqual([])
  expect(server.refusals).toEqual(['somebody_elses'])
  expect(server.eventTypes()).toBe('ringing answered')
})
