import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSpeech } from './speech.ts'
import { samplesOfWav } from './wav.ts'

/** 16-bit PCM. */
function aWav(samples: readonly number[], { rate = 8000, channels = 1 } = {}): Buffer {
  const data = Buffer.alloc(samples.length * 2)
  for (const [at, sample] of samples.entries()) data.writeInt16LE(sample, at * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * channels * 2, 28)
  head.writeUInt16LE(channels * 2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

const requests: { body: unknown; key: string | undefined }[] = []
let answer: { status: number; body: Buffer } = { status: 200, body: aWav([]) }
const machine = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    requests.push({ body: JSON.parse(String(Buffer.concat(parts))), key: request.headers.authorization })
    response.writeHead(answer.status).end(answer.body)
  })
})
let url = ''
beforeAll(async () => {
  machine.listen(0, '127.0.0.1')
  await once(machine, 'listening')
  url = `http://127.0.0.1:${(machine.address() as AddressInfo).port}/`
})
afterAll(() => machine.close())

test.each([
  ['8 kHz', aWav([100, -100, 200]), [100, -100, 200]],
  ['16 kHz, by the mean of two', aWav([100, 300, -100, -300], { rate: 16_000 }), [200, -200]],
  ['two channels, by their mean', aWav([100, 300, -100, -300], { channels: 2 }), [200, -200]],
])("a WAV of %s is converted to the telephone's format", (_, file, samples) => {
  expect([...samplesOfWav(file)]).toEqual(samples)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<html>not found</html>')],
  ['a WAV cut off before its sound', aWav([1]).subarray(0, 36)],
  ['a WAV slower than a telephone', aWav([1], { rate: 4000 })],
])('%s is refused', (_, file) => {
  expect(() => samplesOfWav(file)).toThrow()
})

test('a speech service gets the text, and its sound is between the signal and the time to press a key', async () => {
  const failures: unknown[] = []
  answer = { status: 200, body: aWav(Array.from({ length: 16_000 }, () => 1000)) }
  const silent = await openSpeech(null, () => undefined).say('Bună ziua')
  const spoken = await openSpeech({ url, key: 'cheie' }, (error) => failures.push(error)).say('Bună ziua')
  expect(requests).toEqual([{ body: { text: 'Bună ziua' }, key: 'Bearer cheie' }])
  expect(spoken.hasVoice).toBe(true)
  expect(spoken.sound.length - silent.sound.length).toBe(16_000)
  const loud = (sound: Buffer) => sound.filter((code) => code === 0xce).length
  expect(loud(spoken.sound) - loud(silent.sound)).toBe(16_000)
  expect(failures).toEqual([])
})

test('without a speech service, or while it fails, a signal is played and the result says that there is no voice', async () => {
  const failures: unknown[] = []
  answer = { status: 500, body: Buffer.alloc(0) }
  const silent = await openSpeech(null, () => undefined).say('Bună ziua')
  const failed = await openSpeech({ url, key: null }, (error) => failures.push(error)).say('Bună ziua')
  expect(failed).toEqual({ sound: silent.sound, hasVoice: false })
  expect(silent.hasVoice).toBe(false)
  expect(silent.sound.some((code) => code < 0xc0)).toBe(true)
  expect(failures).toHaveLength(1)
})
