import { expect, test } from 'vitest'
import { answeredAgain, endpointOf, inPacketsOf, roleBeside } from './voice-sdp.ts'

const sdp = (lines: string[]) => `${lines.join('\r\n')}\r\n`
const OWN = sdp([
  'v=0',
  'o=- 171 0 IN IP4 0.0.0.0',
  's=-',
  't=0 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 0',
  'a=setup:actpass',
  'a=sendrecv',
])
const phone = (ufrag: string, direction: string, setup = 'actpass') =>
  sdp([
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 0',
    `a=ice-ufrag:${ufrag}`,
    'a=fingerprint:sha-256 AA',
    `a=setup:${setup}`,
    `a=${direction}`,
  ])

test('a phone is the same through a hold, and another one after a reload', () => {
  expect(endpointOf(phone('abcd', 'sendonly'))).toBe(endpointOf(phone('abcd', 'sendrecv')))
  expect(endpointOf(phone('efgh', 'sendrecv'))).not.toBe(endpointOf(phone('abcd', 'sendrecv')))
})

test.each([
  ['sendonly', 'recvonly'],
  ['inactive', 'inactive'],
  ['sendrecv', 'sendrecv'],
])('an offer that is %s is answered %s, in the previous role', (offered, answered) => {
  const again = answeredAgain(OWN, phone('abcd', offered), 'passive', 3)
  expect(again.match(/^a=(send|recv|inactive).*$/gm)).toEqual([`a=${answered}`])
  expect(again).toContain('a=setup:passive\r\n')
  expect(again).toContain('o=- 171 3 IN IP4 0.0.0.0\r\n')
})

test('an actively answering side leaves the passive role', () => {
  expect(roleBeside(phone('a', 'sendrecv', 'active'))).toBe('passive')
  expect(roleBeside(phone('a', 'sendrecv', 'passive'))).toBe('active')
})

test('the packet length is in the audio section', () => {
  expect(inPacketsOf(OWN, 60).endsWith('a=sendrecv\r\na=ptime:60\r\n')).toBe(true)
})
