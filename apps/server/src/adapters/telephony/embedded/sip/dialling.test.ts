import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { anExchange, CLIENT, COMPANY, LINE } from '../testing/an-exchange.ts'
import { aDescription, addressIn, type RawPhone } from '../testing/raw-phone.ts'
import { headerOf } from './sip-message.ts'

/** Events that a caller in this process receives, in order. */
function aPersonHere() {
  const received: string[] = []
  return {
    received,
    answered: (sdp: string) => void received.push(`answered by ${/s=(\S+)/.exec(sdp)?.[1]}`),
    held: () => void received.push('held'),
    resumed: () => void received.push('resumed'),
    reoffered: async () => aDescription('sendrecv', 'person'),
    ended: (why: string) => void received.push(`ended ${why}`),
  }
}

test('a dispatcher dials a client: the server receives dialled, answered and ended', async () => {
  await using server = await anExchange()
  const [phone, client] = [await server.registered('1'), await server.phone('caller')]
  await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  const invite = phone.rings(CLIENT)
  const rung = await client.isAsked('INVITE')
  expect(headerOf(rung, 'from')).toContain(`company-${COMPANY}`)
  client.replies(rung, 180, { tag: 'client' })
  const sipCallerId = headerOf(invite, 'call-id')
  expect(headerOf(await phone.waitForResponse(180, 'INVITE'), 'x-call-id')).toBe(sipCallerId)
  const reply = client.replies(rung, 200, { tag: 'client', body: aDescription('sendrecv', 'client') })
  const answer = await phone.waitForResponse(200, 'INVITE')
  expect(answer.body).toContain('s=client')
  phone.acknowledges(invite, answer)
  client.ask('BYE', addressIn(rung), {
    from: headerOf(reply, 'to'),
    to: headerOf(rung, 'from'),
    callId: headerOf(rung, 'call-id'),
  })
  await phone.isAsked('BYE')
  expect(server.events).toEqual([
    { type: 'dialled', sipCallerId, userId: 1, companyId: COMPANY, to: CLIENT },
    { type: 'answered', sipCallerId, userId: 1 },
    { type: 'ended', sipCallerId, because: 'caller_hung_up' },
  ])
})

test("a former caller can be called back by number, which the caller's page receives", async () => {
  await using server = await anExchange()
  const [phone, client] = [await server.registered('1'), await server.registered('caller')]
  client.cancels(client.rings(LINE, CLIENT))
  await client.waitForResponse(487, 'INVITE')
  phone.rings(CLIENT)
  expect(headerOf(await client.isAsked('INVITE'), 'to')).toContain(`sip:${CLIENT}@`)
})

test.each([
  ['nobody has that number', null, 404],
  ['he is busy', 486, 486],
  ['he declines', 603, 603],
] as const)('%s: not reached', async (_, status, received) => {
  await using server = await anExchange()
  const [phone, client] = [await server.registered('1'), await server.phone('caller')]
  if (status !== null) await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  phone.rings(CLIENT)
  if (status !== null) client.replies(await client.isAsked('INVITE'), status)
  await phone.waitForResponse(received, 'INVITE')
  await expect.poll(() => server.eventTypes()).toBe('dialled ended')
  expect(server.events.at(-1)).toMatchObject({ because: 'not_reached' })
})

test('a call about which the server could not decide rings no phone', async () => {
  await using server = await anExchange({ onEvent: () => Promise.reject(new Error('the database is away')) })
  const [phone, client] = [await server.registered('1'), await server.phone('caller')]
  await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  phone.rings(CLIENT)
  await phone.waitForResponse(503, 'INVITE')
  expect(client.inbox.filter((one) => one.kind === 'request')).toEqual([])
})

test('the dispatcher gives up, or the server refuses', async () => {
  await using server = await anExchange({
    onEvent: async (event, exchange) => {
      if (event.type === 'dialled' && event.to !== CLIENT) exchange.hangUp(event.sipCallerId, 'blocked')
    },
  })
  const [phone, client] = [await server.registered('1'), await server.phone('caller')]
  await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  const invite = phone.rings(CLIENT)
  client.replies(await client.isAsked('INVITE'), 180)
  await phone.waitForResponse(180, 'INVITE')
  phone.cancels(invite)
  await phone.waitForResponse(487, 'INVITE')
  await client.isAsked('CANCEL')
  expect(server.events.at(-1)).toMatchObject({ because: 'dispatcher_hung_up' })
  phone.rings('+40733999999')
  await phone.waitForResponse(603, 'INVITE')
})

test('colleagues call each other by extension, without events to the server', async () => {
  await using server = await anExchange()
  const [one, two] = [await server.registered('1'), await server.registered('2')]
  const invite = one.rings('2')
  const rung = await two.isAsked('INVITE')
  expect(headerOf(rung, 'from')).toContain('sip:1@')
  two.replies(rung, 200, { body: aDescription('sendrecv', 'two') })
  const answer = await one.waitForResponse(200, 'INVITE')
  one.acknowledges(invite, answer)
  one.ask('BYE', addressIn(answer), {
    from: headerOf(invite, 'from'),
    to: headerOf(answer, 'to'),
    callId: headerOf(invite, 'call-id'),
  })
  await two.isAsked('BYE')
  expect(server.events).toEqual([])
  expect(await server.exchange.snapshot()).toEqual([])
})

test("another company's dispatcher, a caller and an unknown extension are not colleagues", async () => {
  await using server = await anExchange()
  server.phoneDirectory.add('41', { companyId: asId<CompanyId>(8) })
  const phone = await server.registered('1')
  await server.registered('41')
  await server.registered('caller')
  for (const extension of ['41', 'caller', '99']) {
    phone.rings(extension)
    await phone.waitForResponse(404, 'INVITE')
  }
  phone.rings('3')
  await phone.waitForResponse(480, 'INVITE')
})

test('a caller in this process rings, is answered, held and hung up on', async () => {
  await using server = await anExchange()
  const phone = await server.registered('1')
  const person = aPersonHere()
  const offer = aDescription('sendrecv', 'person')
  const { callId } = server.exchange.placeCall({ from: CLIENT, dialled: LINE, offer, on: person })
  const rung = await phone.isAsked('INVITE')
  expect(rung.body).toContain('s=person')
  expect(headerOf(rung, 'x-call-id')).toBe(callId)
  const reply = phone.replies(rung, 200, { tag: 'desk', body: aDescription('sendrecv', 'desk') })
  await phone.isAsked('ACK')
  const sendInDialog = (phone: RawPhone, method: string, body = '') =>
    phone.ask(method, addressIn(rung), {
      from: headerOf(reply, 'to'),
      to: headerOf(rung, 'from'),
      callId: headerOf(rung, 'call-id'),
      body,
    })
  sendInDialog(phone, 'UPDATE', aDescription('sendonly'))
  expect((await phone.waitForResponse(200, 'UPDATE')).body).toContain('s=person')
  sendInDialog(phone, 'UPDATE', aDescription('sendrecv'))
  await phone.waitForResponse(200, 'UPDATE')
  sendInDialog(phone, 'BYE')
  await phone.waitForResponse(200, 'BYE')
  expect(person.received).toEqual(['answered by desk', 'held', 'resumed', 'ended Call ended'])
  await expect.poll(() => server.eventTypes()).toBe('ringing answered held resumed ended')
})

test('a caller in this process gives up, hangs up, or is refused', async () => {
  await using server = await anExchange()
  const phone = await server.registered('1')
  const place = (dialled = LINE) => {
    const person = aPersonHere()
    return { person, call: server.exchange.placeCall({ from: CLIENT, dialled, offer: aDescription(), on: person }) }
  }
  const impatient = place()
  phone.replies(await phone.isAsked('INVITE'), 180)
  impatient.call.hangUp()
  await phone.isAsked('CANCEL')
  const talker = place()
  phone.replies(await phone.isAsked('INVITE'), 200, { body: aDescription('sendrecv', 'desk') })
  await phone.isAsked('ACK')
  talker.call.hangUp()
  await phone.isAsked('BYE')
  const lost = place('+40799999999')
  await expect.poll(() => lost.person.received).toEqual(['ended 404'])
})

test('a telephone in this process rings by its number', async () => {
  await using server = await anExchange()
  const phone = await server.registered('1')
  const person = aPersonHere()
  const rangOut: string[] = []
  const leave = server.exchange.standBy(CLIENT, {
    rings: ({ answer, offer }) => {
      expect(offer).toContain('s=caller')
      answer(aDescription('sendrecv', 'person'), person)
    },
    rangOut: (callId) => void rangOut.push(callId),
  })
  const invite = phone.rings(CLIENT)
  expect((await phone.waitForResponse(200, 'INVITE')).body).toContain('s=person')
  server.exchange.hangUp(headerOf(invite, 'call-id') ?? '', 'call_ended')
  expect(person.received).toEqual(['ended call_ended'])
  leave()
  const silent = server.exchange.standBy(CLIENT, { rings: () => undefined, rangOut: (id) => void rangOut.push(id) })
  const second = phone.rings(CLIENT)
  await phone.waitForResponse(180, 'INVITE')
  phone.cancels(second)
  await phone.waitForResponse(487, 'INVITE')
  expect(rangOut).toEqual([headerOf(second, 'call-id')])
  silent()
  phone.rings(CLIENT)
  await phone.waitForResponse(404, 'INVITE')
})
