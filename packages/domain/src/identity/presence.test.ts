import { expect, test } from 'vitest'
import { isPresent } from './presence.ts'

const now = new Date('2026-03-01T18:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  ['a beat of a moment ago', { isConnected: false, beat: { isOnline: true, at: ago(1) } }, true],
  ['the last second a beat counts for', { isConnected: false, beat: { isOnline: true, at: ago(149) } }, true],
  ['no beat for 150 seconds', { isConnected: false, beat: { isOnline: true, at: ago(150) } }, false],
  ['an old beat and an open socket', { isConnected: true, beat: { isOnline: true, at: ago(600) } }, true],
  ['an open socket that never said anything', { isConnected: true, beat: null }, true],
  ['an open socket of who said that he left', { isConnected: true, beat: { isOnline: false, at: ago(1) } }, false],
  ['who left', { isConnected: false, beat: { isOnline: false, at: ago(1) } }, false],
  ['nothing at all', { isConnected: false, beat: null }, false],
])('%s', (_, presence, present) => expect(isPresent(presence, now)).toBe(present))
