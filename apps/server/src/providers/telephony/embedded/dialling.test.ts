import { expect, test } from 'vitest'
import { headerOf } from './sip-message.ts'
import { anExchange, CLIENT, COMPANY, LINE } from './testing/an-exchange.ts'
import { aDescription, addressIn, type RawPhone } from './testing/raw-phone.ts'

/** What a caller in this process hears, in order. */
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

test('a dispatcher rings up a client: the house is told that she dials, that he answers, that it is over', async () => {
  await using house = await anExchange()
  const [desk, client] = [await house.registered('1'), await house.phone('caller')]
  await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  const invite = desk.rings(CLIENT)
  const rung = await client.isAsked('INVITE')
  expect(headerOf(rung, 'from')).toContain(`company-${COMPANY}`)
  client.replies(rung, 180, { tag: 'client' })
  const sipCallerId = headerOf(invite, 'call-id')
  expect(headerOf(await desk.waitForResponse(180, 'INVITE'), 'x-call-id')).toBe(sipCallerId)
  const said = client.replies(rung, 200, { tag: 'client', body: aDescription('sendrecv', 'client') })
  const answer = await desk.waitForResponse(200, 'INVITE')
  expect(answer.body).toContain('s=client')
  desk.acknowledges(invite, answer)
  client.ask('BYE', addressIn(rung), {
    from: headerOf(said, 'to'),
    to: headerOf(rung, 'from'),
    callId: headerOf(rung, 'call-id'),
  })
  await desk.isAsked('BYE')
  expect(house.events).toEqual([
    { type: 'dialled', sipCallerId, userId: 1, companyId: COMPANY, to: CLIENT },
    { type: 'answered', sipCallerId, userId: 1 },
    { type: 'ended', sipCallerId, because: 'caller_hung_up' },
  ])
})

test('who rang in before can be rung back by his number, which his page is told', async () => {
  await using house = await anExchange()
  const [desk, client] = [await house.registered('1'), await house.registered('caller')]
  client.cancels(client.rings(LINE, CLIENT))
  await client.waitForResponse(487, 'INVITE')
  desk.rings(CLIENT)
  expect(headerOf(await client.isAsked('INVITE'), 'to')).toContain(`sip:${CLIENT}@`)
})

test.each([
  ['nobody has that number', null, 404],
  ['he is busy', 486, 486],
  ['he declines', 603, 603],
] as const)('%s: not reached', async (_, says, received) => {
  await using house = await anExchange()
  const [desk, client] = [await house.registered('1'), await house.phone('caller')]
  if (says !== null) await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  desk.rings(CLIENT)
  if (says !== null) client.replies(await client.isAsked('INVITE'), says)
  await desk.waitForResponse(received, 'INVITE')
  await expect.poll(() => house.told()).toBe('dialled ended')
  expect(house.events.at(-1)).toMatchObject({ because: 'not_reached' })
})

test('a call that the server could not decide about rings nobody', async () => {
  await using house = await anExchange({ onEvent: () => Promise.reject(new Error('the database is away')) })
  const [desk, client] = [await house.registered('1'), await house.phone('caller')]
  await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  desk.rings(CLIENT)
  await desk.waitForResponse(503, 'INVITE')
  expect(client.inbox.filter((one) => one.kind === 'request')).toEqual([])
})

test('the dispatcher gives up, or the house does not want it', async () => {
  await using house = await anExchange({
    onEvent: async (event, exchange) => {
      if (event.type === 'dialled' && event.to !== CLIENT) exchange.hangUp(event.sipCallerId, 'blocked')
    },
  })
  const [desk, client] = [await house.registered('1'), await house.phone('caller')]
  await client.registers(300, 'MD5', [['X-Number', CLIENT]])
  const invite = desk.rings(CLIENT)
  client.replies(await client.isAsked('INVITE'), 180)
  await desk.waitForResponse(180, 'INVITE')
  desk.cancels(invite)
  await desk.waitForResponse(487, 'INVITE')
  await client.isAsked('CANCEL')
  expect(house.events.at(-1)).toMatchObject({ because: 'dispatcher_hung_up' })
  desk.rings('+40733999999')
  await desk.waitForResponse(603, 'INVITE')
})

test('colleagues ring each other by extension, and the house hears nothing of it', async () => {
  await using house = await anExchange()
  const [one, two] = [await house.registered('1'), await house.registered('2')]
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
  expect(house.events).toEqual([])
  expect(await house.exchange.snapshot()).toEqual([])
})

test('another company’s dispatcher, a caller and nobody are no colleagues', async () => {
  await using house = await anExchange()
  house.book.add('41', { companyId: 8 })
  const desk = await house.registered('1')
  await house.registered('41')
  await house.registered('caller')
  for (const extension of ['41', 'caller', '99']) {
    desk.rings(extension)
    await desk.waitForResponse(404, 'INVITE')
  }
  desk.rings('3')
  await desk.waitForResponse(480, 'INVITE')
})

test('a caller in this process rings, is answered, is held and hung up on', async () => {
  await using house = await anExchange()
  const desk = await house.registered('1')
  const person = aPersonHere()
  const offer = aDescription('sendrecv', 'person')
  const { callId } = house.exchange.placeCall({ from: CLIENT, dialled: LINE, offer, on: person })
  const rung = await desk.isAsked('INVITE')
  expect(rung.body).toContain('s=person')
  expect(headerOf(rung, 'x-call-id')).toBe(callId)
  const said = desk.replies(rung, 200, { tag: 'desk', body: aDescription('sendrecv', 'desk') })
  await desk.isAsked('ACK')
  const asks = (phone: RawPhone, method: string, body = '') =>
    phone.ask(method, addressIn(rung), {
      from: headerOf(said, 'to'),
      to: headerOf(rung, 'from'),
      callId: headerOf(rung, 'call-id'),
      body,
    })
  asks(desk, 'UPDATE', aDescription('sendonly'))
  expect((await desk.waitForResponse(200, 'UPDATE')).body).toContain('s=person')
  asks(desk, 'UPDATE', aDescription('sendrecv'))
  await desk.waitForResponse(200, 'UPDATE')
  asks(desk, 'BYE')
  await desk.waitForResponse(200, 'BYE')
  expect(person.received).toEqual(['answered by desk', 'held', 'resumed', 'ended Call ended'])
  await expect.poll(() => house.told()).toBe('ringing answered held resumed ended')
})

test('a caller in this process gives up, hangs up, or is refused', async () => {
  await using house = await anExchange()
  const desk = await house.registered('1')
  const place = (dialled = LINE) => {
    const person = aPersonHere()
    return { person, call: house.exchange.placeCall({ from: CLIENT, dialled, offer: aDescription(), on: person }) }
  }
  const impatient = place()
  desk.replies(await desk.isAsked('INVITE'), 180)
  impatient.call.hangUp()
  await desk.isAsked('CANCEL')
  const talker = place()
  desk.replies(await desk.isAsked('INVITE'), 200, { body: aDescription('sendrecv', 'desk') })
  await desk.isAsked('ACK')
  talker.call.hangUp()
  await desk.isAsked('BYE')
  const lost = place('+40799999999')
  await expect.poll(() => lost.person.received).toEqual(['ended 404'])
})

test('a telephone in this process is rung up by its number', async () => {
  await using house = await anExchange()
  const desk = await house.registered('1')
  const person = aPersonHere()
  const rangOut: string[] = []
  const leave = house.exchange.standBy(CLIENT, {
    rings: ({ answer, offer }) => {
      expect(offer).toContain('s=caller')
      answer(aDescription('sendrecv', 'person'), person)
    },
    rangOut: (callId) => void rangOut.push(callId),
  })
  const invite = desk.rings(CLIENT)
  expect((await desk.waitForResponse(200, 'INVITE')).body).toContain('s=person')
  house.exchange.hangUp(headerOf(invite, 'call-id') ?? '', 'call_ended')
  expect(person.received).toEqual(['ended call_ended'])
  leave()
  const silent = house.exchange.standBy(CLIENT, { rings: () => undefined, rangOut: (id) => void rangOut.push(id) })
  const second = desk.rings(CLIENT)
  await desk.waitForResponse(180, 'INVITE')
  desk.cancels(second)
  await desk.waitForResponse(487, 'INVITE')
  expect(rangOut).toEqual([headerOf(second, 'call-id')])
  silent()
  desk.rings(CLIENT)
  await desk.waitForResponse(404, 'INVITE')
})
