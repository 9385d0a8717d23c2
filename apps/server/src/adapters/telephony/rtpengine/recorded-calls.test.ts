import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { G711 } from '../g711.ts'
import { toMuLaw } from '../pretend/hum.ts'
import { RecordingsFolder } from '../recordings-folder.ts'
import { UnknownCall } from '../telephony.ts'
import { RecordedCalls, type RecordedSound } from './recorded-calls.ts'

const MARK = '00112233aabbccdd'
const CALL = 'a!b@trunk'
const NAME = 'a%21b%40trunk'
const HOUR_MS = 3_600_000
const PACKET_SAMPLES = 160

let folder: string
let received: RecordedSound[]
let trouble: Error | null
let warned: string[]
const log = pino({ level: 'warn' }, { write: (line: string) => warned.push(line) })
const createCalls = (first: () => void = () => undefined) => {
  const saveSound = async (sound: RecordedSound) => {
    if (trouble) throw trouble
    if (received.push(sound) === 1) first()
  }
  return new RecordedCalls({ from: at('packets'), to: at('sounds'), onSound: saveSound, log })
}
const at = (...name: string[]) => path.join(folder, ...name)
const left = () => [...fs.readdirSync(at('packets/pcaps')), ...fs.readdirSync(at('packets/metadata'))]

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kept-calls-'))
  for (const name of ['pcaps', 'metadata']) fs.mkdirSync(at('packets', name), { recursive: true })
  ;[received, warned, trouble] = [[], [], null]
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

interface Spoken {
  ms: number
  ssrc: number
  /** The speaker's clock, in samples. */
  clock: number
  code: number
  kind?: number
  bytes?: number
}

/** One packet of 20 ms, as rtpengine writes it: IPv4, UDP, RTP. */
function packet({ ms, ssrc, clock, code, kind = 0, bytes = PACKET_SAMPLES }: Spoken): Buffer {
  const rtp = Buffer.alloc(12 + bytes, code)
  rtp.writeUInt8(0x80, 0)
  rtp.writeUInt8(kind, 1)
  rtp.writeUInt16BE(0, 2)
  rtp.writeUInt32BE(clock >>> 0, 4)
  rtp.writeUInt32BE(ssrc, 8)
  const ip = Buffer.alloc(28)
  ip.writeUInt8(0x45, 0)
  ip.writeUInt8(17, 9)
  const head = Buffer.alloc(16)
  head.writeUInt32LE(1_700_000_000 + Math.floor(ms / 1000), 0)
  head.writeUInt32LE((ms % 1000) * 1000, 4)
  head.writeUInt32LE(ip.length + rtp.length, 8)
  return Buffer.concat([head, ip, rtp])
}

function pcap(spoken: readonly Spoken[]): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt32LE(101, 20)
  return Buffer.concat([head, ...spoken.map(packet)])
}

/** A second of constant loudness. */
const aSecond = (from: number, ssrc: number, code: number, clock = 0): Spoken[] =>
  Array.from({ length: 50 }, (_, n) => ({ ms: from + n * 20, ssrc, clock: clock + n * PACKET_SAMPLES, code }))

const A_MOMENT: Spoken = { ms: 1000, ssrc: 2, clock: 0, code: 0 }

function keep(packets: Buffer | null, { name = NAME, note = true as boolean | string } = {}): string {
  const file = `${name}-${MARK}.pcap`
  if (packets) fs.writeFileSync(at('packets/pcaps', file), packets)
  const text = `/somewhere/else/pcaps/${file}\n\nSDP mode: offer\n\ncall end time: 2026-03-01T10:00:00\n`
  if (note !== false)
    fs.writeFileSync(at('packets/metadata', `rtpengine-meta-${file}.txt`), text + (note === true ? '' : note))
  return at('packets/pcaps', file)
}

function samples(file: string): number[] {
  const wav = fs.readFileSync(at('sounds', file))
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44)
  return Array.from({ length: (wav.length - 44) / 2 }, (_, n) => wav.readInt16LE(44 + n * 2))
}

test('both speakers are in one sound, each at the right time; the packets are removed and the call finds its file', async () => {
  const [soft, loud] = [toMuLaw(1000), toMuLaw(4000)]
  const both = [...aSecond(0, 1, soft), ...aSecond(500, 2, loud)].sort((a, b) => a.ms - b.ms)
  keep(pcap(both))
  await createCalls().poll(Date.now())
  const file = `${NAME}-${MARK}-mix.wav`
  expect(received).toEqual([{ sipCallerId: CALL, file, seconds: 2 }])
  const [one = 0, two = 0] = [G711.get(0)?.[soft], G711.get(0)?.[loud]]
  const sound = samples(file)
  expect([100, 6000, 11_000].map((n) => sound[n])).toEqual([one, one + two, two])
  expect(sound).toHaveLength(12_000)
  expect(left()).toEqual([])
  expect(await new RecordingsFolder(at('sounds')).find(CALL)).toBe(file)
})

test('a silence keeps its length, a reset clock is followed, and too loud sound is clipped', async () => {
  const loudest = toMuLaw(32_000)
  const spoken = [...aSecond(0, 1, loudest, 2 ** 32 - 800), ...aSecond(0, 2, loudest)].sort((a, b) => a.ms - b.ms)
  keep(pcap([...spoken, ...aSecond(60_000, 1, loudest, 5_000_000)]))
  await createCalls().poll(Date.now())
  const sound = samples(received[0]?.file ?? '')
  expect(received[0]?.seconds).toBe(61)
  expect([4000, 7900, 8100, 479_900, 480_100].map((n) => sound[n])).toEqual([
    32_767,
    32_767,
    0,
    0,
    G711.get(0)?.[loudest],
  ])
})

test('a transferred caller: the second part belongs to the first call', async () => {
  keep(pcap(aSecond(0, 1, 0)), {
    name: 'second%40trunk',
    note: `\n\ndispecerat:${Buffer.from(CALL).toString('hex')}\n`,
  })
  await createCalls().poll(Date.now())
  expect(received).toMatchObject([{ sipCallerId: CALL, file: `${NAME}-${MARK}-mix.wav` }])
})

test('a call in progress is left alone; one that rtpengine left open is finished after a day', async () => {
  const file = keep(pcap(aSecond(0, 1, 0)), { note: false })
  const now = Date.now()
  const calls = createCalls()
  await calls.poll(now)
  expect([received, left()]).toEqual([[], [path.basename(file)]])
  fs.utimesSync(file, now / 1000, (now - 25 * HOUR_MS) / 1000)
  await calls.poll(now)
  expect(received).toHaveLength(1)
  expect(left()).toEqual([])
})

test('a call without sound leaves nothing', async () => {
  keep(pcap([]))
  await createCalls().poll(Date.now())
  expect([received, left(), fs.readdirSync(at('sounds'))]).toEqual([[], [], []])
})

test('pressed keys, and comfort noise, do not count as missing sound', async () => {
  const beside = [
    { ...A_MOMENT, kind: 101, bytes: 4 },
    { ...A_MOMENT, kind: 13, bytes: 11 },
  ]
  keep(pcap([...aSecond(0, 1, 0), ...beside]))
  await createCalls().poll(Date.now())
  expect(received).toMatchObject([{ sipCallerId: CALL, seconds: 1 }])
  expect(left()).toEqual([])
})

test.each([
  ['whose other side speaks another kind of sound', pcap([...aSecond(0, 1, 0), { ...A_MOMENT, kind: 111 }])],
  ['in another kind of sound', pcap(aSecond(0, 1, 0).map((one) => ({ ...one, kind: 111 })))],
  ['that cannot be read', Buffer.from('something quite different, and long enough')],
])('a call %s stays as packets, and other calls are converted all the same', async (_, packets) => {
  const file = keep(packets)
  keep(pcap(aSecond(0, 1, 0)), { name: 'z' })
  await createCalls().poll(Date.now())
  expect(received).toMatchObject([{ sipCallerId: 'z' }])
  expect(fs.existsSync(file)).toBe(true)
  expect(fs.readdirSync(at('sounds'))).toEqual([`z-${MARK}-mix.wav`])
})

test('a recording that the server could not save stays, and is reported again later', async () => {
  keep(pcap(aSecond(0, 1, 0)))
  const calls = createCalls()
  trouble = new Error('the house does not listen')
  const now = Date.now()
  await calls.poll(now)
  trouble = null
  await calls.poll(now + 1000)
  expect(received).toEqual([])
  await calls.poll(now + HOUR_MS)
  expect(received).toMatchObject([{ sipCallerId: CALL }])
  expect(left()).toEqual([])
})

test('a recording of an unknown call is kept for a day; then its sound is removed, with a log message', async () => {
  const file = keep(pcap(aSecond(0, 1, 0)))
  const calls = createCalls()
  trouble = new UnknownCall()
  const now = Date.now()
  await calls.poll(now)
  expect(left()).toHaveLength(2)
  expect(warned).toHaveLength(1)
  fs.utimesSync(file, now / 1000, (now - 25 * HOUR_MS) / 1000)
  await calls.poll(now + HOUR_MS)
  expect([left(), fs.readdirSync(at('sounds'))]).toEqual([[], []])
  expect(JSON.parse(warned[1] ?? '{}')).toMatchObject({ msg: 'the sound of a recorded call is removed' })
  expect(warned.join()).not.toContain('trunk')
})

test('a removed folder for sound files loses no call: it is logged, created again and filled later', async () => {
  keep(pcap(aSecond(0, 1, 0)))
  keep(pcap(aSecond(0, 1, 0)), { name: 'z' })
  const calls = createCalls(() => fs.rmSync(at('sounds'), { recursive: true }))
  const now = Date.now()
  await calls.poll(now)
  expect([received.length, warned.length]).toEqual([1, 1])
  expect(JSON.parse(warned[0] ?? '{}')).toMatchObject({ reason: 'Error ENOENT' })
  await calls.poll(now + HOUR_MS)
  expect(received).toMatchObject([{ sipCallerId: CALL }, { sipCallerId: 'z' }])
  expect(fs.readdirSync(at('sounds'))).toEqual([`z-${MARK}-mix.wav`])
})

test('packets that another node has converted first cause no warning', async () => {
  const file = keep(pcap(aSecond(0, 1, 0)))
  await createCalls(() => fs.rmSync(file)).poll(Date.now())
  expect(warned).toEqual([])
})

test('unfinished files of a killed process are removed', async () => {
  fs.mkdirSync(at('sounds'))
  const part = at('sounds', '.begun.part')
  fs.writeFileSync(part, 'half')
  fs.utimesSync(part, 0, 0)
  await createCalls().poll(Date.now())
  expect(fs.existsSync(part)).toBe(false)
})

test.each([
  [0, 0x00, -32_124],
  [0, 0x80, 32_124],
  [0, 0xff, 0],
  [8, 0xd5, 8],
  [8, 0x55, -8],
  [8, 0xaa, 32_256],
  [8, 0x2a, -32_256],
])('payload type %i, code %i is the sample %i', (kind, code, sample) => {
  expect(G711.get(kind)?.[code]).toBe(sample)
})
