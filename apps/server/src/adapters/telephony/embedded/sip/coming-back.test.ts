import { asId, type UserId } from '@dispecerat/domain/kernel/ids'
import { expect, test } from 'vitest'
import { anExchange, aTalk, fromCaller, fromDispatcher, type Talk, type TestExchange } from '../testing/an-exchange.ts'
import { aDescription, type RawPhone } from '../testing/raw-phone.ts'
import { directionOf } from './sdp.ts'
import { headerOf } from './sip-message.ts'

async function twoWhoTalk(times: Parameters<typeof anExchange>[0] = {}) {
  const server = await anExchange(times)
  const [phone, caller] = [await server.registered('1'), await server.registered('caller')]
  return { server, phone, caller, talk: await aTalk(caller, phone) }
}

/** The new page picks up by itself: its offer goes to the caller, the caller's answer back to it. */
async function takesUp(page: RawPhone, caller: RawPhone): Promise<Pick<Talk, 'rung' | 'accepted'>> {
  const rung = await page.isAsked('INVITE')
  expect(headerOf(rung, 'x-reconnect')).toBe('yes')
  expect(rung.body).toBe('')
  const reply = page.replies(rung, 200, { tag: 'new', body: aDescription('sendrecv', 'new page') })
  const offered = await caller.waits((one) => one.kind === 'request' && one.body.includes('s=new page'), 'its offer')
  if (offered.kind === 'request') caller.replies(offered, 200, { body: aDescription('sendrecv', 'his answer') })
  const acknowledged = await page.isAsked('ACK')
  expect(acknowledged.body).toContain('s=his answer')
  return { rung, accepted: reply }
}

/** The caller is on the waiting tone. */
async function isParked(caller: RawPhone): Promise<void> {
  const invite = await caller.isAsked('INVITE')
  expect(directionOf(invite.body)).toBe('inactive')
  caller.replies(invite, 200, { body: aDescription('inactive', 'caller') })
  await caller.isAsked('ACK')
}

async function hasEvents(server: TestExchange, events: string): Promise<void> {
  await expect.poll(() => server.eventTypes()).toBe(events)
}

test('a reloaded page gets its caller again, over a new phone', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  phone.breakLine()
  await isParked(caller)
  const page = await server.registered('1')
  const moved = await takesUp(page, caller)
  expect(headerOf(moved.rung, 'x-call-id')).toBe(headerOf(talk.invite, 'call-id'))
  await hasEvents(server, 'ringing answered')
  fromDispatcher(page, { ...talk, ...moved }, 'BYE')
  caller.replies(await caller.isAsked('BYE'), 200)
  await hasEvents(server, 'ringing answered ended')
})

test('a page that is back before the old connection is known to be dead gets its caller too', async () => {
  const { server, phone, caller } = await twoWhoTalk()
  await using _ = server
  const page = await server.registered('1')
  phone.breakLine()
  await isParked(caller)
  await takesUp(page, caller)
})

test('a dispatcher who does not come back: the caller is hung up on, and the server gets the reason', async () => {
  const { server, phone, caller } = await twoWhoTalk({ times: { graceMs: 300 } })
  await using _ = server
  phone.breakLine()
  await isParked(caller)
  const bye = await caller.isAsked('BYE')
  expect(headerOf(bye, 'reason')).toContain('Connection lost')
  await hasEvents(server, 'ringing answered ended')
  expect(server.events.at(-1)).toMatchObject({ because: 'connection_lost' })
})

test('a page that refuses the moved call gets it again with the next registration', async () => {
  const { server, phone, caller } = await twoWhoTalk()
  await using _ = server
  phone.breakLine()
  await isParked(caller)
  const page = await server.registered('1')
  page.replies(await page.isAsked('INVITE'), 480)
  await page.isAsked('ACK')
  await page.registers()
  await takesUp(page, caller)
})

test("the same page over a new socket continues the call: only the caller's own hold is negotiated", async () => {
  const { server, phone, caller, talk } = await twoWhoTalk({ times: { parkAfterMs: 20_000 } })
  await using _ = server
  phone.breakLine()
  const back = await server.phone('1')
  back.contact = phone.contact
  await back.registers()
  fromDispatcher(back, talk, 'UPDATE', aDescription('sendonly'))
  caller.replies(await caller.isAsked('UPDATE'), 200, { body: aDescription('recvonly') })
  await back.waitForResponse(200, 'UPDATE')
  fromCaller(caller, talk, 'BYE')
  back.replies(await back.isAsked('BYE'), 200)
  await hasEvents(server, 'ringing answered held ended')
})

test("the same page after the caller was parked: the caller's sound is resumed", async () => {
  const { server, phone, caller } = await twoWhoTalk()
  await using _ = server
  phone.breakLine()
  await isParked(caller)
  const back = await server.phone('1')
  back.contact = phone.contact
  await back.registers()
  const invite = await caller.isAsked('INVITE')
  expect(directionOf(invite.body)).toBe('sendrecv')
  expect(invite.body).toContain('s=desk')
})

test('a held caller stays held over a reload, until the new page resumes', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  fromDispatcher(phone, talk, 'INVITE', aDescription('sendonly'))
  caller.replies(await caller.isAsked('INVITE'), 200, { body: aDescription('recvonly') })
  await phone.waitForResponse(200, 'INVITE')
  phone.breakLine()
  const page = await server.registered('1')
  const rung = await page.isAsked('INVITE')
  const reply = page.replies(rung, 200, { tag: 'new', body: aDescription('sendrecv', 'new page') })
  const offered = await caller.waits((one) => one.kind === 'request' && one.body.includes('s=new page'), 'its offer')
  expect(directionOf(offered.body)).toBe('inactive')
  if (offered.kind === 'request') caller.replies(offered, 200, { body: aDescription('inactive') })
  await page.isAsked('ACK')
  expect(await server.exchange.snapshot()).toMatchObject([{ isHeld: true, userId: 1 }])
  fromDispatcher(page, { ...talk, rung, accepted: reply }, 'INVITE', aDescription('sendrecv'))
  caller.replies(await caller.isAsked('INVITE'), 200, { body: aDescription() })
  await page.waitForResponse(200, 'INVITE')
  await hasEvents(server, 'ringing answered held resumed')
})

test('the caller hangs up while no dispatcher is connected, or while the new page picks up', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  phone.breakLine()
  await isParked(caller)
  const page = await server.registered('1')
  const rung = await page.isAsked('INVITE')
  page.replies(rung, 180)
  fromCaller(caller, talk, 'BYE')
  await caller.waitForResponse(200, 'BYE')
  await page.isAsked('CANCEL')
  page.replies(rung, 200, { body: aDescription() })
  await page.isAsked('ACK')
  await page.isAsked('BYE')
  await hasEvents(server, 'ringing answered ended')
})

test('an active call waits for a caller whose connection broke; then it ends', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk({ times: { graceMs: 5000 } })
  await using _ = server
  caller.breakLine()
  const back = await server.phone('caller')
  back.contact = caller.contact
  await back.registers()
  fromCaller(back, talk, 'UPDATE', aDescription('sendonly'))
  phone.replies(await phone.isAsked('UPDATE'), 200, { body: aDescription('recvonly') })
  await back.waitForResponse(200, 'UPDATE')
  back.breakLine()
  await phone.isAsked('BYE')
  await hasEvents(server, 'ringing answered ended')
  expect(server.events.at(-1)).toMatchObject({ because: 'caller_hung_up' })
})

test("a call is transferred to a colleague's phone: the first dispatcher's phone gets a BYE", async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  const colleague = await server.registered('2')
  const connected = server.exchange.connect(headerOf(talk.invite, 'call-id') ?? '', asId<UserId>(2))
  await takesUp(colleague, caller)
  expect(await connected).toBe(true)
  await phone.isAsked('BYE')
  await hasEvents(server, 'ringing answered answered')
  expect(server.events.at(-1)).toMatchObject({ userId: 2 })
})

test('a colleague without a phone, or who does not pick up, gets no call; the call continues unchanged', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk({ times: { pickUpMs: 100 } })
  await using _ = server
  const id = headerOf(talk.invite, 'call-id') ?? ''
  expect(await server.exchange.connect(id, asId<UserId>(2))).toBe(false)
  expect(await server.exchange.connect('no such call', asId<UserId>(1))).toBe(false)
  const colleague = await server.registered('2')
  const connected = server.exchange.connect(id, asId<UserId>(2))
  colleague.replies(await colleague.isAsked('INVITE'), 180)
  expect(await connected).toBe(false)
  await colleague.isAsked('CANCEL')
  fromDispatcher(phone, talk, 'UPDATE', aDescription('sendonly'))
  caller.replies(await caller.isAsked('UPDATE'), 200, { body: aDescription() })
  await phone.waitForResponse(200, 'UPDATE')
})

test('a caller who is making an offer is asked again', async () => {
  const { server, phone, caller, talk } = await twoWhoTalk()
  await using _ = server
  const colleague = await server.registered('2')
  const connected = server.exchange.connect(headerOf(talk.invite, 'call-id') ?? '', asId<UserId>(2))
  colleague.replies(await colleague.isAsked('INVITE'), 200, { body: aDescription('sendrecv', 'colleague') })
  caller.replies(await caller.isAsked('INVITE'), 491)
  const again = await caller.waits((one) => one.kind === 'request' && one.body.includes('s=colleague'), 'it again')
  if (again.kind === 'request') caller.replies(again, 200, { body: aDescription() })
  expect(await connected).toBe(true)
  await phone.isAsked('BYE')
})
