import dgram from 'node:dgram'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { A_LAW_OF_MU_LAW } from '../g711.ts'
import { toMuLaw } from './hum.ts'
import { RtpPeer } from './rtp-peer.ts'

const SOUND = Buffer.from(Array.from({ length: 400 }, (_, n) => toMuLaw(n * 50)))

let far: dgram.Socket
let received: Buffer[]
let peer: RtpPeer
let keys: string[]
let times: number

beforeEach(async () => {
  ;[received, keys, times] = [[], [], 0]
  far = dgram.createSocket('udp4').bind(0, '127.0.0.1')
  far.on('message', (packet) => received.push(packet))
  await once(far, 'listening')
  const onSpoken = () => {
    times += 1
  }
  peer = new RtpPeer(SOUND, { host: '127.0.0.1', onSpoken, pressed: (key) => keys.push(key) })
})
afterEach(() => {
  peer.close()
  far.close()
})

const answer = (kinds: string, extra: string[] = []) =>
  ['v=0', 's=-', 'c=IN IP4 127.0.0.1', `m=audio ${far.address().port} RTP/AVP ${kinds}`, ...extra, ''].join('\r\n')
const toPort = (port: string) => answer('0').replace(String(far.address().port), port)
const portIn = (sdp: string) => Number(/^m=audio (\d+) RTP\/AVP 8 0 101\r$/m.exec(sdp)?.[1])
const sound = () => Buffer.concat(received.map((packet) => packet.subarray(12)))

function keyPacket(code: number, at: number, kind: number): Buffer {
  const packet = Buffer.alloc(16)
  packet.writeUInt8(0x80, 0)
  packet.writeUInt8(kind, 1)
  packet.writeUInt32BE(at, 4)
  packet.writeUInt8(code, 12)
  return packet
}

test.each([
  ['A-law, as it is wanted', '8 96', SOUND.map((code) => A_LAW_OF_MU_LAW[code] ?? 0)],
  ['µ-law, where that is wanted', '0', SOUND],
])('plays the sound once, in %s, packet after packet', async (_, kinds, expected) => {
  await peer.offer()
  await peer.answered(answer(kinds))
  await expect.poll(() => times).toBe(1)
  await expect.poll(() => sound().length).toBe(SOUND.length)
  expect(sound().equals(Buffer.from(expected))).toBe(true)
  const [first, second, third] = received.map((packet) => [packet.readUInt16BE(2), packet.readUInt32BE(4)])
  expect([second, third]).toEqual([
    [(first?.[0] ?? 0) + 1, (first?.[1] ?? 0) + 160],
    [(first?.[0] ?? 0) + 2, (first?.[1] ?? 0) + 320],
  ])
})

test('sound that begins late, because the machine was busy, is played completely', async () => {
  const speech = Buffer.from(Array.from({ length: 2000 }, (_, n) => toMuLaw(n * 15)))
  const late = new RtpPeer(speech, { host: '127.0.0.1', onSpoken: () => times++, pressed: () => undefined })
  await late.offer()
  await late.answered(answer('0'))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await expect.poll(() => times).toBe(1)
  await expect.poll(() => sound().length).toBe(speech.length)
  expect(sound().equals(speech)).toBe(true)
  late.close()
})

test("a pressed key is reported once, by the payload type we offered or by the sender's own", async () => {
  const port = portIn(await peer.offer())
  await peer.answered(answer('0 96', ['a=rtpmap:96 telephone-event/8000']))
  for (const packet of [
    keyPacket(10, 500, 101),
    keyPacket(0, 1000, 96),
    keyPacket(0, 1000, 96 | 0x80),
    keyPacket(11, 2000, 96),
    keyPacket(40, 3000, 96),
    keyPacket(0, 4000, 96),
  ])
    far.send(packet, port, '127.0.0.1')
  await expect.poll(() => keys).toEqual(['*', '0', '#', '0'])
})

test('an offer within the call moves the sound, and its answer has the right direction', async () => {
  await peer.offer()
  await peer.answered(toPort('9'))
  expect(await peer.reoffered(answer('0', ['a=sendonly']))).toMatch(/^a=recvonly\r$/m)
  await expect.poll(() => received.length).toBeGreaterThan(0)
})

test('an answer without an address for the sound is refused', async () => {
  await peer.offer()
  await expect(peer.answered('v=0\r\ns=-\r\n')).rejects.toThrow()
  await expect(peer.answered(answer('18'))).rejects.toThrow()
  for (const port of ['0', '65536']) await expect(peer.answered(toPort(port))).rejects.toThrow()
})

test('an offer within the call that disables the sound is refused, and the announcement continues', async () => {
  await peer.offer()
  await peer.answered(answer('0'))
  await expect(peer.reoffered(toPort('0'))).rejects.toThrow()
  await expect.poll(() => times).toBe(1)
  await expect.poll(() => sound().equals(SOUND)).toBe(true)
})
