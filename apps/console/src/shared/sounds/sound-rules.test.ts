import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { RING_SOUNDS, readChoices, readSettings } from './ring-sounds.ts'
import { loudness, ownsSound, ringingTitle, type Sounding, soundNow } from './sound-rules.ts'

const QUIET: Sounding = { rings: 0, tonesAreDue: false, ownsSound: true, chosen: 'sound' }

describe('one sound at a time', () => {
  test.each<[string, Partial<Sounding>, ReturnType<typeof soundNow>]>([
    ['silence without an event', {}, 'silence'],
    ['a call rings', { rings: 1 }, 'ring'],
    ['a waiting order plays tones', { tonesAreDue: true }, 'tones'],
    ['a ringing call interrupts the tones', { rings: 1, tonesAreDue: true }, 'ring'],
    ['a tab that does not own the sound is silent', { rings: 1, tonesAreDue: true, ownsSound: false }, 'silence'],
    ['a muted console plays neither', { rings: 1, tonesAreDue: true, chosen: 'mute' }, 'silence'],
  ])('%s', (_name, facts, sound) => expect(soundNow({ ...QUIET, ...facts })).toBe(sound))
})

test.each([
  ['the tab with the telephone plays sounds, whether or not it registered', 'failed', true, false, true],
  ['another tab does not, although it holds the lock', 'otherTab', false, true, false],
  ['without a telephone the tab with the lock plays sounds', 'off', false, true, true],
  ['without a telephone a tab that waits for the lock does not', 'off', false, false, false],
])('%s', (_name, status, isOwner, holdsLock, expected) => {
  expect(ownsSound({ status, isOwner }, holdsLock)).toBe(expected)
})

test('the next call rings softly during an active call', () => {
  expect(loudness(80, false)).toBeCloseTo(0.8)
  expect(loudness(80, true)).toBeLessThan(0.3)
})

test('the title shows the longest ringing call, and only in a tab in the background', () => {
  expect(ringingTitle(['0722 333 444', '0744 555 666'], true)).toBe('(2) ☎ 0722 333 444')
  expect(ringingTitle(['0722 333 444'], false)).toBeNull()
  expect(ringingTitle([], true)).toBeNull()
})

describe('choices stored on this machine', () => {
  test('there are seven sounds, the last one silent; the first is the default', () => {
    expect(RING_SOUNDS.map(({ name }) => name)).toEqual([
      'Clasic',
      'Clopot',
      'Digital',
      'Alarmă',
      'Melodie',
      'Scurt',
      'Mut',
    ])
    expect(readSettings(null)).toEqual({ sound: 'sound', volume: 80, notifies: false })
  })

  test('without a chosen sound the company’s is used; a chosen volume alone chooses no sound', () => {
    expect(readSettings(null, 'bell').sound).toBe('bell')
    expect(readSettings('{"volume":40}', 'melody')).toEqual({ sound: 'melody', volume: 40, notifies: false })
    expect(readSettings('{"sound":"digital"}', 'melody').sound).toBe('digital')
    expect(readChoices('{"volume":40,"sound":"foghorn","notifies":false}')).toEqual({ volume: 40 })
  })

  test('an invalid sound, volume or text falls back to the default; valid parts stay', () => {
    expect(readSettings('{"sound":"foghorn","volume":70}')).toMatchObject({ sound: 'sound', volume: 70 })
    expect(readSettings('{"sound":"bell","volume":900}')).toMatchObject({ sound: 'bell', volume: 80 })
    expect(readSettings('not json').sound).toBe('sound')
  })
})

describe('the sound files', () => {
  const wav = (name: string) => fs.readFileSync(new URL(`../../../public/audio/${name}.wav`, import.meta.url))
  const names = ['queue', ...RING_SOUNDS.map(({ id }) => id).filter((id) => id !== 'mute')]

  test.each(names)('%s is small, audible and does not clip', (name) => {
    const file = wav(name)
    expect(file.toString('latin1', 0, 4)).toBe('RIFF')
    expect(file.length).toBeLessThan(60_000)
    const samples = Array.from({ length: (file.length - 44) / 2 }, (_, n) => file.readInt16LE(44 + n * 2))
    const peak = Math.max(...samples.map(Math.abs))
    expect(peak).toBeGreaterThan(16_000)
    expect(peak).toBeLessThan(32_000)
    expect(Math.abs(samples[0] ?? 0)).toBeLessThan(500)
    expect(Math.abs(samples.at(-1) ?? 0)).toBeLessThan(500)
  })

  test('differ from each other', () => {
    expect(new Set(names.map((name) => wav(name).toString('base64'))).size).toBe(names.length)
  })
})
