import { once } from 'node:events'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSip, headerOf, parseSip, type SipHeader, type SipMessage } from './sip/sip-message.ts'
import { MAX_CALLS_OF_ACCOUNT, MAX_FRAME_BYTES } from './sip-limits.ts'
import { anExchange, aTalk, CLIENT, fromDispatcher, LINE, type Talk, type TestExchange } from './testing/an-exchange.ts'
import { aDescription, type RawPhone, random } from './testing/raw-phone.ts'

/** The two sides of an unrelated call: they hold and resume. */
async function talkOn(server: TestExchange, phone: RawPhone, caller: RawPhone, talk: Talk): Promise<void> {
  for (const direction of ['sendonly', 'sendrecv']) {
    fromDispatcher(phone, talk, 'UPDATE', aDescription(direction))
    caller.replies(await caller.isAsked('UPDATE'), 200, { body: aDescription() })
    await phone.waitForResponse(200, 'UPDATE')
  }
  await expect.poll(() => server.eventTypes()).toMatch(/held resumed$/)
}

function count(server: TestExchange, why: string): number {
  return server.refusals.filter((one) => one === why).length
}

test('invalid messages are counted and get no response; their sender may still send valid ones', async () => {
  await using server = await anExchange()
  const phone = await server.phone('1')
  const junk = ['hello', 'INVITE\r\n\r\n', `GET / HTTP/1.1\r\nHost: x\r\n\r\n`, '\0\0\0\0\r\n\r\n']
  for (const text of junk) phone.says(text)
  phone.ask('OPTIONS', 'sip:x', { branch: '' })
  expect((await phone.registers()).status).toBe(200)
  expect(server.refusals).toEqual(Array.from({ length: junk.length + 1 }, () => 'malformed'))
})

test.each([
  ['no Call-ID', 'call-id', null],
  ['a CSeq of another method', 'cseq', '1 BYE'],
  ['a CSeq that is no number', 'cseq', 'one REGISTER'],
  ['no tag on From', 'from', '<sip:1@exchange.test>'],
  ['no To', 'to', null],
])('a request with %s is a bad request', async (_, name, value) => {
  await using server = await anExchange()
  const phone = await server.phone('1')
  const request = phone.ask('REGISTER', 'sip:exchange.test', { to: '<sip:1@exchange.test>' })
  await phone.waitForResponse(401, 'REGISTER')
  const headers = request.headers.flatMap(([one, current]): SipHeader[] => {
    if (one.toLowerCase() !== name) return [[one, current]]
    return value === null ? [] : [[one, value]]
  })
  phone.say({ ...request, headers })
  await phone.waits((one) => one.kind === 'response' && one.status === 400, '400')
  expect(server.refusals).toEqual(['malformed'])
})

test('a frame of more than 64 KB closes its socket, and no other', async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const talk = await aTalk(caller, phone)
  const loud = await server.phone('2')
  loud.says('x'.repeat(MAX_FRAME_BYTES + 1))
  await expect.poll(() => loud.closed?.code).toBe(1009)
  expect(server.refusals).toEqual(['oversized'])
  await talkOn(server, phone, caller, talk)
})

test('a flood of calls of one account is refused; the call of another rings', async () => {
  await using server = await anExchange()
  server.phoneDirectory.add('other', { kind: 'caller' })
  const [flooding, caller] = [await server.registered('caller'), await server.registered('other')]
  for (let ring = 0; ring < 60; ring++) flooding.cancels(flooding.rings(LINE, CLIENT))
  expect(headerOf(await flooding.waitForResponse(503, 'INVITE'), 'to')).toContain('tag=')
  await expect.poll(() => count(server, 'flood')).toBeGreaterThan(10)
  const phone = await server.registered('1')
  caller.rings(LINE, '+40740333444')
  const rung = await phone.waits(
    (one) => one.kind === 'request' && (headerOf(one, 'from') ?? '').includes('+40740333444'),
    'his ring',
  )
  if (rung.kind === 'request') phone.replies(rung, 200, { body: aDescription() })
  await caller.waitForResponse(200, 'INVITE')
})

test('an account cannot have more open calls than lines', async () => {
  await using server = await anExchange()
  const caller = await server.registered('caller')
  for (let ring = 0; ring <= MAX_CALLS_OF_ACCOUNT; ring++) caller.rings(LINE, CLIENT)
  await caller.waitForResponse(503, 'INVITE')
  expect(server.refusals).toEqual(['too_many_calls'])
  expect(await server.exchange.snapshot()).toHaveLength(MAX_CALLS_OF_ACCOUNT)
})

test.each(['REGISTER', 'OPTIONS'])('a flood of %s gets "try later"', async (method) => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const talk = await aTalk(caller, phone)
  const flooding = await server.phone('2')
  for (let n = 0; n < 40; n++) flooding.ask(method, 'sip:exchange.test')
  const refusal = await flooding.waitForResponse(503, method)
  expect(headerOf(refusal, 'retry-after')).toBe('5')
  await expect.poll(() => count(server, 'flood')).toBeGreaterThan(10)
  await talkOn(server, phone, caller, talk)
})

test('a socket that continues to flood is closed', async () => {
  await using server = await anExchange()
  const flooding = await server.phone('2')
  for (let n = 0; n < 1500; n++) flooding.says('\r\n\r\n')
  await expect.poll(() => flooding.closed?.code).toBe(1008)
})

test('a socket that reads nothing is closed before it costs memory', async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const talk = await aTalk(caller, phone)
  const deaf = await server.registered('2')
  deaf.socket.pause()
  const headers = Array.from({ length: 25 }, (): SipHeader => ['Via', `SIP/2.0/WS x;branch=${'x'.repeat(1900)}`])
  for (let n = 0; n < 380; n++) deaf.ask('PUBLISH', 'sip:x', { headers })
  await expect.poll(() => count(server, 'slow_reader'), { timeout: 30_000 }).toBe(1)
  await expect.poll(() => server.exchange.isReachable(asId<UserId>(2))).toBe(false)
  await talkOn(server, phone, caller, talk)
})

test('an error in the server is logged by its kind: no number reaches the log, and the call continues', async () => {
  await using server = await anExchange({
    onEvent: async (event) => {
      if (event.type === 'ringing') throw new RangeError(`no room for ${event.from}`)
    },
  })
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  await aTalk(caller, phone)
  expect(server.logged.join('')).toContain('RangeError')
  expect(server.logged.join('')).not.toContain(CLIENT.slice(1))
})

test('the server fails for a moment: the event is retried, and the call rings', async () => {
  let failures = 1
  await using server = await anExchange({
    onEvent: async () => {
      if (failures-- > 0) throw new Error('out of breath')
    },
  })
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  await aTalk(caller, phone)
  await expect.poll(() => server.eventTypes()).toBe('ringing ringing answered')
})

/** A message that a phone could send, with an error in it. */
const spoilt = fc
  .record({
    method: fc.constantFrom('INVITE', 'REGISTER', 'BYE', 'ACK', 'CANCEL', 'UPDATE', 'INFO', 'OPTIONS', 'SIP/2.0 200'),
    cut: fc.nat(400),
    length: fc.nat(40),
    put: fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('\r\n', ';tag=', '<<<', '"', 'Via: ')),
  })
  .map(({ method, cut, length, put }) => {
    const whole = [
      method.startsWith('SIP') ? `${method} OK` : `${method} sip:${LINE}@exchange.test SIP/2.0`,
      `Via: SIP/2.0/WS x.invalid;branch=z9hG4bK${random()}`,
      'Max-Forwards: 70',
      `From: <sip:${CLIENT}@exchange.test>;tag=${random()}`,
      `To: <sip:${LINE}@exchange.test>`,
      `Call-ID: ${random()}`,
      `CSeq: 1 ${method.startsWith('SIP') ? 'INVITE' : method}`,
      'Contact: <sip:x@x.invalid;transport=ws>',
      'Content-Type: application/sdp',
      '',
      aDescription(),
    ].join('\r\n')
    return whole.slice(0, cut) + put + whole.slice(cut + length)
  })

test('whatever a known phone sends, the exchange survives and other calls continue', {
  timeout: 180_000,
}, async () => {
  await using server = await anExchange()
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  const talk = await aTalk(caller, phone)
  server.phoneDirectory.add('crazy', { kind: 'caller', companyId: asId<CompanyId>(99) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(spoilt, fc.string({ maxLength: 300 })), { maxLength: 60 }), async (messages) => {
      const crazy = await server.registered('crazy')
      for (const message of messages) crazy.says(message)
      crazy.ask('OPTIONS', 'sip:exchange.test')
      await crazy.waits((one) => one.kind === 'response' && headerOf(one, 'cseq')?.endsWith('OPTIONS') === true, 'life')
      crazy.breakLine()
      await once(crazy.socket, 'close')
    }),
    { numRuns: 25 },
  )
  expect(server.refusals).not.toContain('broken')
  phone.inbox.length = 0
  await talkOn(server, phone, caller, talk)
})

test('any text is a message or none; a message is the same after formatting and parsing again', () => {
  fc.assert(
    fc.property(fc.oneof(spoilt, fc.string({ unit: 'binary' })), (text) => {
      const message = parseSip(text)
      if (message) expect(parseSip(formatSip(message))).toEqual(withLength(message))
    }),
  )
})

/** Formatting a message computes the length of its body. */
function withLength(message: SipMessage) {
  const otherHeaders = message.headers.filter(([name]) => name.toLowerCase() !== 'content-length')
  const length: SipHeader = ['Content-Length', String(Buffer.byteLength(message.body))]
  return { ...message, headers: [...otherHeaders, length] }
}
