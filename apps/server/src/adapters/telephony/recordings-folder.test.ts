import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RecordingsFolder } from './recordings-folder.ts'

let folder: string

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'recordings-'))
  fs.mkdirSync(path.join(folder, 'calls'))
  fs.writeFileSync(path.join(folder, 'secret.wav'), 'secret')
  fs.writeFileSync(path.join(folder, 'calls/a%40trunk-0011aabb-mix.wav'), wav(3))
  fs.writeFileSync(path.join(folder, 'calls/a%40trunk-0011aabb-1.wav'), wav(3))
  fs.writeFileSync(path.join(folder, 'calls/a%40trunk2-77.wav'), wav(1))
  fs.writeFileSync(path.join(folder, 'calls/notes.txt'), 'no sound')
  fs.symlinkSync('../secret.wav', path.join(folder, 'calls/link.wav'))
})

afterAll(() => fs.rmSync(folder, { recursive: true }))

function wav(seconds: number): Buffer {
  const sound = Buffer.alloc(44 + 16_000 * seconds)
  sound.writeUInt32LE(16_000, 28)
  return sound
}

test('the mix of a call is found by its own Call-ID only, and read in parts', async () => {
  const recordings = new RecordingsFolder(path.join(folder, 'calls'))
  const sound = await recordings.finished('a@trunk', 5)
  expect(sound).toEqual({ file: 'a%40trunk-0011aabb-mix.wav', seconds: 3 })
  const opened = await recordings.open(sound?.file ?? '')
  expect([opened?.mime, opened?.bytes]).toEqual(['audio/wav', 48_044])
  const part: Buffer[] = []
  for await (const chunk of opened?.open(40, 47) ?? []) part.push(Buffer.from(chunk))
  expect(Buffer.concat(part)).toHaveLength(8)
})

test('no name leads out of the folder, through a link, or to a file that is no sound', async () => {
  const recordings = new RecordingsFolder(path.join(folder, 'calls'))
  const names = ['../secret.wav', '/etc/passwd', 'link.wav', 'notes.txt', '.hidden.wav', 'gone.wav', 'a\0.wav', '']
  for (const name of names) expect(await recordings.open(name)).toBeNull()
})

test('without a folder nothing is stored', async () => {
  const recordings = new RecordingsFolder(null)
  expect(recordings.isKept).toBe(false)
  expect(await recordings.open('a%40trunk-0011aabb-mix.wav')).toBeNull()
  expect(await recordings.finished('a@trunk', 1)).toBeNull()
})
