import http from 'node:http'
import { asId, type CompanyId, type UserId } from '@dispecerat/domain/kernel/ids'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { CallStays, type TelephonyEvent } from '../telephony.ts'
import { KamailioExchange } from './kamailio-exchange.ts'
import { type AProxy, aProxy } from './testing/a-proxy.ts'

const CALL = 'abc@trunk'
const PAGE = 'page-1'
const LINE = '10.0.0.5:40001'

let proxy: AProxy
let exchange: KamailioExchange
let events: TelephonyEvent[]

const say = (...messages: object[]) => proxy.tell(messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
const ringing = { event: 'ringing', call: CALL, cseq: 7, from: '0740111222', company: 3 }
const answered = { event: 'answered', call: CALL, user: 11, page: PAGE, dialog: CALL }
const registered = { event: 'registered', user: 11, company: 7, extension: '101', line: LINE, page: PAGE }
const dialled = { event: 'dialled', call: CALL, cseq: 2, user: 11, company: 3, to: '+40740999999' }
const rang: TelephonyEvent = { type: 'ringing', sipCallerId: CALL, from: '+40740111222', companyId: asId<CompanyId>(3) }

function dialog(facts: Record<string, string>, state = 4) {
  const caller = { tag: 'from1', contact: 'sip:c@10.9.9.9:5060', cseq: '1', route_set: '', socket: 'udp:10.0.0.1:5060' }
  return {
    'call-id': CALL,
    from_uri: 'sip:+40740111222@trunk',
    to_uri: 'sip:+40268111222@house',
    // A ringing call has no callee yet, which the proxy shows by null in every field.
    state,
    caller,
    callee: state < 3 ? { tag: null, cseq: null } : { tag: 'to1', cseq: '4' },
    variables: Object.entries({ name: CALL, way: 'in', company: '3', ...facts }).map(([key, value]) => ({
      [key]: value,
    })),
  }
}

async function open(times = { graceMs: 60, pickUpMs: 200 }, wsUrl = 'ws://127.0.0.1:1/sip') {
  const parts = { domain: 'taxi.test', recordingsDir: null, rtpengineDir: null, wsUrl }
  exchange = new KamailioExchange({ ...proxy.at, ...parts, log: pino({ level: 'silent' }), times })
  exchange.onEvent(async (event) => void events.push(event))
  await exchange.start()
  await expect.poll(() => exchange.isWell()).toBe(true)
  // The lists have been requested; answers that a test sets now are for later requests.
  const methods = () => proxy.questions.map(({ method }) => method)
  await expect.poll(methods).toEqual(expect.arrayContaining(['htable.dump', 'dlg.list']))
}

beforeEach(async () => {
  events = []
  proxy = await aProxy()
})

afterEach(async () => {
  await exchange.stop()
  await proxy[Symbol.asyncDispose]()
})

describe('events of the proxy', () => {
  test('a call from its first ring to its end, with the number in E.164', async () => {
    await open()
    say(ringing, answered, { event: 'held', call: CALL, user: 11 }, { event: 'resumed', call: CALL, user: 11 })
    say({ event: 'ended', call: CALL, by: 'dispatcher' })
    await expect
      .poll(() => events)
      .toEqual([
        rang,
        { type: 'answered', sipCallerId: CALL, userId: 11 },
        { type: 'held', sipCallerId: CALL, userId: 11 },
        { type: 'resumed', sipCallerId: CALL, userId: 11 },
        { type: 'ended', sipCallerId: CALL, because: 'dispatcher_hung_up' },
      ])
  })

  test('split lines are joined, and unknown messages are ignored', async () => {
    await open()
    const [before, line] = [JSON.stringify({ ...ringing, call: 'before' }), JSON.stringify(ringing)]
    proxy.tell(`not json\n{"event":"unheard of"}\n${before}\n${line.slice(0, 20)}`)
    // The line before the cut was processed, so the half line behind it was read too.
    await expect.poll(() => events).toEqual([{ ...rang, sipCallerId: 'before' }])
    proxy.tell(`${line.slice(20)}\n`)
    await expect.poll(() => events).toEqual([{ ...rang, sipCallerId: 'before' }, rang])
  })

  test('a caller with a hidden number rings; a dialled party that is not reached causes an event', async () => {
    await open()
    say({ ...ringing, from: 'anonymous' })
    say({ ...dialled, call: 'out' })
    say({ event: 'ended', call: 'out', by: 'nobody' })
    await expect
      .poll(() => events)
      .toEqual([
        { ...rang, from: '+40000000000' },
        { type: 'dialled', sipCallerId: 'out', userId: 11, companyId: 3, to: '+40740999999' },
        { type: 'ended', sipCallerId: 'out', because: 'not_reached' },
      ])
  })
})

describe('when the stream breaks', () => {
  test('it is opened again; calls that ended meanwhile end, those that started meanwhile ring', async () => {
    await open()
    say(ringing)
    await expect.poll(() => events.length).toBe(1)
    proxy.answers.set('dlg.list', [{ ...dialog({ name: 'new', from: '+40740333444' }, 2), 'call-id': 'new' }])
    proxy.cut()
    await expect
      .poll(() => events.slice(1))
      .toEqual([
        { type: 'ended', sipCallerId: CALL, because: 'caller_hung_up' },
        { type: 'ringing', sipCallerId: 'new', from: '+40740333444', companyId: 3 },
      ])
  })

  test('a missed answer and a missed hold are emitted afterwards', async () => {
    await open()
    say(ringing)
    await expect.poll(() => events.length).toBe(1)
    proxy.answers.set('dlg.list', [dialog({ user: '11', page: PAGE, held: 'held' })])
    proxy.answers.set('htable.dump', [{ slot: [{ name: LINE, value: `11|dispatcher|101|${PAGE}` }] }])
    proxy.cut()
    await expect
      .poll(() => events.slice(1))
      .toEqual([
        { type: 'answered', sipCallerId: CALL, userId: 11 },
        { type: 'held', sipCallerId: CALL, userId: 11 },
      ])
    expect(exchange.isReachable(asId<UserId>(11))).toBe(true)
    expect(await exchange.snapshot()).toMatchObject([
      { sipCallerId: CALL, state: 'answered', userId: 11, isHeld: true },
    ])
  })

  test('for good, nobody is reachable and the exchange is reported as down', async () => {
    await open()
    say(registered)
    await expect.poll(() => exchange.isReachable(asId<UserId>(11))).toBe(true)
    proxy.cut(true)
    await expect.poll(() => exchange.isWell()).toBe(false)
    expect(exchange.isReachable(asId<UserId>(11))).toBe(false)
  })
})

describe('a dispatcher whose page is gone', () => {
  const closed = { event: 'line_closed', user: 11, line: LINE }
  const hungUp = () => proxy.questions.find(({ method }) => method === 'dlg.terminate_dlg')?.params

  test('keeps the caller for the grace time, then the call is over on both sides, with one event', async () => {
    await open()
    proxy.answers.set('dlg.list', [dialog({ user: '11', page: PAGE })])
    say(registered, ringing, answered, closed)
    await expect.poll(hungUp).toEqual([CALL, 'from1', 'to1'])
    say({ event: 'ended', call: CALL, by: 'caller' })
    say({ ...ringing, call: 'next' })
    await expect.poll(() => events.at(-1)).toMatchObject({ sipCallerId: 'next' })
    const ends = events.filter(({ type }) => type === 'ended')
    expect(ends).toEqual([{ type: 'ended', sipCallerId: CALL, because: 'connection_lost' }])
  })

  test('continues the call when the same page comes back on another connection', async () => {
    await open({ graceMs: 150, pickUpMs: 200 })
    const other = { user: 12, page: 'page-12' }
    const otherLine = { user: 12, line: '10.0.0.6:1' }
    say(registered, ringing, answered)
    say({ ...registered, ...other, ...otherLine, extension: '102' }, { ...ringing, call: 'other' })
    say({ ...answered, ...other, call: 'other', dialog: 'other' })
    say(closed, { ...registered, line: '10.0.0.5:40002' }, { event: 'line_closed', ...otherLine })
    // The caller of the page that stays away is hung up on after the same grace time, which began later.
    await expect.poll(() => events.at(-1)).toEqual({ type: 'ended', sipCallerId: 'other', because: 'connection_lost' })
    expect(events.filter(({ sipCallerId }) => sipCallerId === CALL).map(({ type }) => type)).toEqual([
      'ringing',
      'answered',
    ])
    expect(hungUp()).toBeUndefined()
  })

  test("gets the caller on the new page: the caller's side is asked to ring there", async () => {
    await open({ graceMs: 5000, pickUpMs: 2000 })
    proxy.answers.set('dlg.list', [dialog({ user: '11', page: PAGE, here: '10.0.0.1:5060' })])
    proxy.answers.set('tm.t_uac_wait', [202, 'Accepted'])
    say(registered, ringing, answered, closed, { ...registered, line: '10.0.0.5:40002', page: 'page-2' })
    await expect.poll(() => proxy.questions.some(({ method }) => method === 'tm.t_uac_wait')).toBe(true)
    const refer = String(proxy.questions.find(({ method }) => method === 'tm.t_uac_wait')?.params[4])
    const events = proxy.questions.filter(({ method }) => method === 'htable.sets').map(({ params }) => params)
    expect(events).toEqual([
      ['leaving', CALL, 'yes'],
      ['transfers', expect.stringMatching(/^t-/), `${CALL}|${CALL}|101|3`],
    ])
    expect(refer).toContain('To: <sip:+40740111222@trunk>;tag=from1\r\n')
    expect(refer).toContain('CSeq: 5 REFER\r\n')
  })
})

describe('a called party stays at the phone that dialled', () => {
  const transferRequests = () => proxy.questions.filter(({ method }) => method === 'tm.t_uac_wait').length

  test("a transfer is refused; the called party's side gets no request and the call continues", async () => {
    await open()
    proxy.answers.set('dlg.list', [dialog({ way: 'out', user: '11', page: PAGE, here: '10.0.0.1:5060' })])
    proxy.answers.set('tm.t_uac_wait', [202, 'Accepted'])
    say(registered, dialled, answered)
    say({ ...registered, user: 12, extension: '102', line: '10.0.0.6:1', page: 'page-12' })
    await expect.poll(() => [events.length, exchange.isReachable(asId<UserId>(12))]).toEqual([2, true])
    for (let n = 0; n < 2; n++) await expect(exchange.connect(CALL, asId<UserId>(12))).rejects.toBeInstanceOf(CallStays)
    expect(transferRequests()).toBe(0)
    expect(proxy.commands).toEqual([])
    expect(await exchange.snapshot()).toMatchObject([{ sipCallerId: CALL, state: 'answered', userId: 11 }])
  })

  test('so a new page of the dispatcher does not get the call: it ends after the grace time', async () => {
    await open()
    proxy.answers.set('dlg.list', [dialog({ way: 'out', user: '11', page: PAGE, here: '10.0.0.1:5060' })])
    proxy.answers.set('tm.t_uac_wait', [202, 'Accepted'])
    say(registered, dialled, answered, { event: 'line_closed', user: 11, line: LINE })
    say({ ...registered, line: '10.0.0.5:40002', page: 'page-2' })
    await expect.poll(() => events.at(-1)).toEqual({ type: 'ended', sipCallerId: CALL, because: 'connection_lost' })
    await expect.poll(() => proxy.questions.map(({ method }) => method)).toContain('dlg.terminate_dlg')
    expect(transferRequests()).toBe(0)
  })
})

describe('the server requests', () => {
  test('a call about which it could not decide is refused', async () => {
    await open()
    exchange.onEvent(() => Promise.reject(new Error('the database is away')))
    say(dialled)
    await expect.poll(() => proxy.commands).toEqual([`refuse|${CALL}|2|603|Decline`])
  })

  test('a ringing caller is refused by SIP status, an active call is hung up', async () => {
    await open()
    say(ringing)
    await expect.poll(() => events.length).toBe(1)
    exchange.hangUp(CALL, 'busy')
    await expect.poll(() => proxy.commands).toEqual([`refuse|${CALL}|7|486|Busy Here`])
    // Answered in that moment, the call is ended all the same.
    proxy.answers.set('dlg.list', [dialog({ user: '11', page: PAGE })])
    say(answered)
    await expect.poll(() => proxy.questions.map(({ method }) => method)).toContain('dlg.terminate_dlg')
  })

  test('a transfer: true once the phone has the call, false when it is not there, an error when the trunk refuses', async () => {
    await open({ graceMs: 60, pickUpMs: 10_000 })
    proxy.answers.set('dlg.list', [dialog({ user: '11', page: PAGE, here: '10.0.0.1:5060' })])
    say(registered, ringing, answered)
    await expect.poll(() => events.length).toBe(2)
    expect(await exchange.connect(CALL, asId<UserId>(12))).toBe(false)

    say({ ...registered, user: 12, extension: '102', line: '10.0.0.6:1', page: 'page-12' })
    await expect.poll(() => exchange.isReachable(asId<UserId>(12))).toBe(true)
    proxy.answers.set('tm.t_uac_wait', [405, 'Method Not Allowed'])
    await expect(exchange.connect(CALL, asId<UserId>(12))).rejects.toBeInstanceOf(CallStays)

    proxy.answers.set('tm.t_uac_wait', [202, 'Accepted'])
    const moved = exchange.connect(CALL, asId<UserId>(12))
    await expect.poll(() => proxy.questions.filter(({ method }) => method === 'tm.t_uac_wait').length).toBe(2)
    say({ ...answered, user: 12, page: 'page-12', dialog: 'second@trunk' })
    expect(await moved).toBe(true)
    await expect
      .poll(() => proxy.questions.at(-1))
      .toMatchObject({
        method: 'tm.t_uac_start',
        params: expect.arrayContaining(['BYE', 'sip:c@10.9.9.9:5060']),
      })
    await expect.poll(() => proxy.commands).toEqual([`leave|${CALL}|from1|to1`])
  })

  test("the registrations: the proxy's own list corrects missed events of its stream", async () => {
    await open()
    say(registered)
    await expect.poll(() => exchange.isReachable(asId<UserId>(11))).toBe(true)
    const slot = [{ name: '10.0.0.6:1', value: '12|dispatcher|102|page-12' }]
    proxy.answers.set('htable.dump', [{ slot }])
    proxy.answers.set('ul.dump', {
      Domains: [{ Domain: { AoRs: ['102', { AoR: 'company-1' }, { Info: { AoR: '7' } }] } }],
    })
    await exchange.lookAround()
    expect([exchange.isReachable(asId<UserId>(11)), exchange.isReachable(asId<UserId>(12))]).toEqual([false, true])
    proxy.answers.set('ul.dump', { Domains: [] })
    await exchange.lookAround()
    expect(exchange.isReachable(asId<UserId>(12))).toBe(false)
    proxy.answers.set('ul.dump', new Error('busy'))
    say(registered)
    await expect.poll(() => exchange.isReachable(asId<UserId>(11))).toBe(true)
    await exchange.lookAround()
    expect(exchange.isReachable(asId<UserId>(11))).toBe(true)
  })

  test('the calls of a proxy that cannot be reached: null', async () => {
    await open()
    proxy.answers.set('dlg.list', new Error('busy'))
    expect(await exchange.snapshot()).toBeNull()
  })
})

test("a browser's websocket is passed through unchanged, without its cookie, and its end is noticed", async () => {
  const seen: http.IncomingMessage[] = []
  const kamailio = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'sip' })
  kamailio.on('connection', (socket, request) => {
    seen.push(request)
    socket.on('message', (data) => socket.send(`heard ${String(data)}`))
  })
  await new Promise((resolve) => kamailio.once('listening', resolve))
  await open(undefined, `ws://127.0.0.1:${(kamailio.address() as { port: number }).port}/sip`)
  const serverPhone = http.createServer()
  serverPhone.on('upgrade', (request, socket, head) => exchange.upgrade(request, socket, head, '198.51.100.7'))
  await new Promise<void>((resolve) => serverPhone.listen(0, '127.0.0.1', resolve))
  const browser = new WebSocket(`ws://127.0.0.1:${(serverPhone.address() as { port: number }).port}/sip`, 'sip', {
    headers: { cookie: 'session=secret' },
  })
  const echo = new Promise((resolve) => browser.on('message', (data) => resolve(String(data))))
  await new Promise((resolve) => browser.once('open', resolve))
  browser.send('REGISTER')
  expect(await echo).toBe('heard REGISTER')
  expect(seen[0]?.headers.cookie).toBeUndefined()

  const line = `127.0.0.1:${seen[0]?.socket.remotePort}`
  say({ ...registered, line })
  await expect.poll(() => exchange.isReachable(asId<UserId>(11))).toBe(true)
  browser.terminate()
  await expect.poll(() => exchange.isReachable(asId<UserId>(11))).toBe(false)
  await expect.poll(() => kamailio.clients.size).toBe(0)
  kamailio.close()
  serverPhone.close()
})
