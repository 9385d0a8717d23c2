import { expect, test } from 'vitest'
import { directionOf } from './sdp.ts'
import { headerOf, headersOf } from './sip-message.ts'
import { anExchange, aTalk, fromCaller, fromDesk, type Talk } from './testing/an-exchange.ts'
import { aDescription, addressIn, type RawPhone } from './testing/raw-phone.ts'

async function twoWhoTalk() {
  const house = await anExchange()
  const [desk, caller] = [await house.registered('1'), await house.registered('caller')]
  return { house, desk, caller, talk: await aTalk(caller, desk) }
}

const METHODS = ['INVITE', 'UPDATE'] as const

test.each(METHODS)('the dispatcher holds and resumes by %s: the caller hears it, the house is told', async (method) => {
  const { house, desk, caller, talk } = await twoWhoTalk()
  await using _ = house
  for (const [direction, event] of [
    ['sendonly', 'held'],
    ['sendrecv', 'resumed'],
    ['inactive', 'held'],
    ['sendrecv', 'resumed'],
  ] as const) {
    fromDesk(desk, talk, method, aDescription(direction))
    const asked = await caller.isAsked(method)
    expect(directionOf(asked.body)).toBe(direction)
    caller.replies(asked, 200, { body: aDescription('recvonly', 'caller') })
    const answer = await desk.waitForResponse(200, method)
    expect(answer.body).toContain('s=caller')
    if (method === 'INVITE') await caller.isAsked('ACK')
    await expect.poll(() => house.events.at(-1)).toMatchObject({ type: event, userId: 1 })
  }
  expect(house.told()).toBe('ringing answered held resumed held resumed')
})

test.each(METHODS)(
  'the caller holds by %s: the dispatcher’s phone hears it, the house is not bothered',
  async (method) => {
    const { house, desk, caller, talk } = await twoWhoTalk()
    await using _ = house
    fromCaller(caller, talk, method, aDescription('sendonly'))
    const asked = await desk.isAsked(method)
    expect(directionOf(asked.body)).toBe('sendonly')
    desk.replies(asked, 200, { body: aDescription('recvonly') })
    await caller.waitForResponse(200, method)
    expect(house.told()).toBe('ringing answered')
  },
)

test('a phone that knows no UPDATE is asked by INVITE', async () => {
  await using house = await anExchange()
  const [desk, caller] = [await house.registered('1'), await house.registered('caller')]
  const talk = await aTalk(caller, desk)
  // The desk allowed UPDATE when it answered; this one's reply to a later call does not.
  const plain = await house.registered('2')
  house.book.away.add(1)
  const second = await house.registered('caller')
  const invite = second.rings('company-7', '+40740333444')
  const rung = await plain.isAsked('INVITE')
  const to = `${headerOf(rung, 'to')};tag=plain`
  const kept = rung.headers.filter(([name]) => /^(via|from|call-id|cseq)$/i.test(name))
  plain.say({
    ...{ kind: 'response', status: 200, reason: 'OK', body: aDescription() },
    headers: [...kept, ['To', to], ['Contact', plain.contact], ['Content-Type', 'application/sdp']],
  })
  const answer = await second.waitForResponse(200, 'INVITE')
  fromCaller(second, { ...talk, invite, answer }, 'UPDATE', aDescription('sendonly'))
  const asked = await plain.waits((one) => one.kind === 'request' && one.body !== '', 'an offer')
  expect(asked).toMatchObject({ method: 'INVITE' })
})

test('both hold at once: neither hold comes about, both hear that the other asked too', async () => {
  const { house, desk, caller, talk } = await twoWhoTalk()
  await using _ = house
  fromDesk(desk, talk, 'INVITE', aDescription('sendonly'))
  const asked = await caller.isAsked('INVITE')
  fromCaller(caller, talk, 'INVITE', aDescription('sendonly'))
  await caller.waitForResponse(491, 'INVITE')
  caller.replies(asked, 491)
  await desk.waitForResponse(491, 'INVITE')
  expect(house.told()).toBe('ringing answered')
  // Nothing is left of it: the next one goes through.
  fromDesk(desk, talk, 'UPDATE', aDescription('sendonly'))
  caller.replies(await caller.isAsked('UPDATE'), 200, { body: aDescription() })
  await desk.waitForResponse(200, 'UPDATE')
})

test('a refused hold is refused to who asked, and nobody is held', async () => {
  const { house, desk, caller, talk } = await twoWhoTalk()
  await using _ = house
  fromDesk(desk, talk, 'UPDATE', aDescription('sendonly'))
  caller.replies(await caller.isAsked('UPDATE'), 488)
  await desk.waitForResponse(488, 'UPDATE')
  expect(await house.exchange.snapshot()).toMatchObject([{ isHeld: false }])
})

test('an empty UPDATE only asks whether we live; keys go to the other side', async () => {
  const { house, desk, caller, talk } = await twoWhoTalk()
  await using _ = house
  fromDesk(desk, talk, 'UPDATE')
  await desk.waitForResponse(200, 'UPDATE')
  fromDesk(desk, talk, 'INVITE')
  await desk.waitForResponse(488, 'INVITE')
  fromCaller(caller, talk, 'INFO', 'Signal=5')
  const info = await desk.isAsked('INFO')
  expect(info.body).toBe('Signal=5')
  desk.replies(info, 200)
  await caller.waitForResponse(200, 'INFO')
})

test('a description is always newer than the one before, and always of one author', async () => {
  const { house, desk, caller, talk } = await twoWhoTalk()
  await using _ = house
  const [, ...before] = /^o=- (\d+) (\d+)/m.exec(talk.answer.body) ?? []
  fromDesk(desk, talk, 'UPDATE', aDescription('sendonly'))
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

test('strangers touch no call: neither its words nor its dialog are enough', async () => {
  const { house, desk, talk } = await twoWhoTalk()
  await using _ = house
  const stranger = await house.registered('2')
  byeOf(stranger, talk)
  await stranger.waitForResponse(403, 'BYE')
  byeOf(stranger, talk, { tag: 'another' })
  await stranger.waitForResponse(481, 'BYE')
  const nobody = await house.phone('3')
  byeOf(nobody, talk)
  expect(headersOf(await nobody.waitForResponse(407, 'BYE'), 'proxy-authenticate')).toHaveLength(2)
  expect(desk.inbox).toEqual([])
  expect(house.refusals).toEqual(['somebody_elses'])
  expect(house.told()).toBe('ringing answered')
})
