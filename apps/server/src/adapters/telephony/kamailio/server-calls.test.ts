import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { asId, type CompanyId } from '@dispecerat/domain/kernel/ids'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import {
  formatSip,
  headerOf,
  headersOf,
  parseSip,
  type SipHeader,
  type SipMessage,
  type SipRequest,
} from '../embedded/sip/sip-message.ts'
import { replyTo } from '../embedded/sip/sip-replies.ts'
import type { AnnouncementEvent } from '../telephony.ts'
import { ProxyRpc } from './proxy-rpc.ts'
import { ServerCalls } from './server-calls.ts'
import { type AProxy, aProxy } from './testing/a-proxy.ts'

const CLIENT = '+40740111222'
const SDP = 'v=0\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nm=audio 9 RTP/AVP 0\r\na=sendrecv\r\n'
const ROUTES: SipHeader[] = [
  ['Record-Route', '<sip:10.0.0.1;lr>'],
  ['Record-Route', '<sip:127.0.0.1:8088;transport=ws;lr>'],
]

let proxy: AProxy
let door: WebSocketServer
let calls: ServerCalls
let line: WebSocket | undefined
let received: SipMessage[]
let events: AnnouncementEvent[]

beforeEach(async () => {
  ;[received, events] = [[], []]
  proxy = await aProxy()
  door = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'sip' })
  door.on('connection', (socket) => {
    line = socket
    socket.on('message', (data) => {
      const message = parseSip(String(data))
      if (message) received.push(message)
    })
  })
  await once(door, 'listening')
  calls = new ServerCalls({
    wsUrl: `ws://127.0.0.1:${(door.address() as AddressInfo).port}/sip`,
    domain: 'taxi.test',
    rpc: new ProxyRpc(proxy.at.rpcUrl),
    log: pino({ level: 'silent' }),
  })
})
afterEach(async () => {
  await calls.stop()
  door.close()
  await proxy[Symbol.asyncDispose]()
})

const nextRequest = async (method: string): Promise<SipRequest> => {
  const find = () => received.find((one): one is SipRequest => one.kind === 'request' && one.method === method)
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  return find() as SipRequest
}
const say = (message: SipMessage) => line?.send(formatSip(message))
const ring = (sound = Buffer.alloc(80_000, 0xff)) => {
  calls.ring({ sipCallerId: 'house-1', companyId: asId<CompanyId>(3), to: CLIENT, sound }, (message) =>
    events.push(message),
  )
  return nextRequest('INVITE')
}
const pickUp = (invite: SipRequest) => {
  const headers: SipHeader[] = [['Contact', '<sip:client@10.9.9.9:5060>'], ...ROUTES]
  say(replyTo(invite, 200, { tag: 'client', sdp: SDP, headers }))
  return nextRequest('ACK')
}

test('a client is called at an address announced to the proxy; requests within the call go through the proxies on the way', async () => {
  const invite = await ring()
  const [address] = /say-[\da-f]{24}/.exec(invite.uri) ?? []
  expect(proxy.questions).toContainEqual({ method: 'htable.sets', params: ['sayings', address, `${CLIENT}|3`] })
  expect(invite.body).toMatch(/^m=audio \d+ RTP\/AVP 8 0 101\r$/m)
  const ack = await pickUp(invite)
  expect(ack.uri).toBe('sip:client@10.9.9.9:5060')
  expect(headersOf(ack, 'route')).toEqual(ROUTES.map(([, route]) => route).toReversed())
  await expect.poll(() => events).toEqual([{ type: 'answered' }])
  expect(calls.hangUp('house-1')).toBe(true)
  expect(headersOf(await nextRequest('BYE'), 'route')).toHaveLength(2)
  expect(calls.hangUp('house-1')).toBe(false)
  expect(events).toEqual([{ type: 'answered' }])
})

test('after the whole announcement the server hangs up', async () => {
  await pickUp(await ring(Buffer.alloc(320, 0xff)))
  await expect.poll(() => events).toEqual([{ type: 'answered' }, { type: 'ended', because: 'said' }])
  await nextRequest('BYE')
})

test('the client hangs up', async () => {
  const invite = await ring()
  await pickUp(invite)
  await expect.poll(() => events).toHaveLength(1)
  const headers: SipHeader[] = [
    ['Via', 'SIP/2.0/WS 10.0.0.1;branch=z9hG4bK1'],
    ['From', `${headerOf(invite, 'to')};tag=client`],
    ['To', headerOf(invite, 'from') ?? ''],
    ['Call-ID', headerOf(invite, 'call-id') ?? ''],
    ['CSeq', '1 BYE'],
  ]
  say({ kind: 'request', method: 'BYE', uri: 'sip:dispecerat@taxi.test', headers, body: '' })
  await expect.poll(() => events).toEqual([{ type: 'answered' }, { type: 'ended', because: 'hung_up' }])
  expect(received.at(-1)).toMatchObject({ kind: 'response', status: 200 })
})

test('the client declines; the proxy refuses; the proxy is away: not reached', async () => {
  const invite = await ring()
  say(replyTo(invite, 486, { tag: 'client' }))
  await expect.poll(() => events).toEqual([{ type: 'ended', because: 'not_reached' }])

  proxy.answers.set('htable.sets', new Error('no such table'))
  const refused: AnnouncementEvent[] = []
  const call = { companyId: asId<CompanyId>(3), to: CLIENT, sound: Buffer.alloc(320) }
  calls.ring({ ...call, sipCallerId: 'house-2' }, (message) => refused.push(message))
  await expect.poll(() => refused).toEqual([{ type: 'ended', because: 'not_reached' }])

  proxy.answers.delete('htable.sets')
  for (const socket of door.clients) socket.terminate()
  door.close()
  const away: AnnouncementEvent[] = []
  const again = () => calls.ring({ ...call, sipCallerId: 'house-3' }, (message) => away.push(message))
  again()
  await expect.poll(() => away).toEqual([{ type: 'ended', because: 'not_reached' }])
})

test('the connection to the proxy breaks during a call: it is over, and the next call opens another', async () => {
  await pickUp(await ring())
  await expect.poll(() => events).toHaveLength(1)
  line?.terminate()
  await expect.poll(() => events.at(-1)).toEqual({ type: 'ended', because: 'hung_up' })
  received.length = 0
  await ring()
})
