import { expect, test } from 'vitest'
import { aDescription } from '../testing/raw-phone.ts'
import { directionOf, turned } from './sdp.ts'
import { cseqOf, headerOf, headersOf, parseSip } from './sip-message.ts'
import { nameAddr, pageOf, sipUri, splitList, tagOf } from './sip-names.ts'

const WHOLE = [
  'INVITE sip:1001@exchange.test SIP/2.0',
  'v: SIP/2.0/WS a;branch=z9hG4bK1, SIP/2.0/WS b;branch=z9hG4bK2',
  'f: "Ana, \\"A\\"" <sip:a@b>;tag=1',
  't: sip:c@d;x=y',
  'CSeq: 7 INVITE',
  'Subject: one',
  ' two',
  'l: 4',
]

function aMessage(lines: readonly string[], body = 'șxyz'): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

test('a message is read with folded lines, short names, lists, and a length in bytes', () => {
  const message = parseSip(aMessage(WHOLE))
  if (!message) throw new Error('it is one')
  expect(headersOf(message, 'via')).toHaveLength(2)
  expect(headerOf(message, 'subject')).toBe('one two')
  expect(cseqOf(message)).toEqual({ number: 7, method: 'INVITE' })
  expect(tagOf(headerOf(message, 'from'))).toBe('1')
  expect(nameAddr(headerOf(message, 'from') ?? '')).toMatchObject({ display: 'Ana, "A"', uri: 'sip:a@b' })
  expect(nameAddr(headerOf(message, 'to') ?? '')).toEqual({ display: '', uri: 'sip:c@d', params: { x: 'y' } })
  expect(message.body).toBe('șxy')
})

test.each([
  ['no empty line', 'INVITE sip:a@b SIP/2.0\r\nVia: x'],
  ['another protocol', aMessage(['GET / HTTP/1.1'])],
  ['a header without a colon', aMessage([...WHOLE, 'nothing'])],
  ['a line break inside of a header', aMessage([...WHOLE, 'Subject: a\nEvil: b'])],
  ['a zero inside of a header', aMessage([...WHOLE, 'Subject: a\0b'])],
  ['a header of 3 KB', aMessage([...WHOLE, `Subject: ${'x'.repeat(3000)}`])],
  ['a hundred headers', aMessage([...WHOLE, ...Array.from({ length: 100 }, () => 'Subject: x')])],
  ['a hundred addresses in one header', aMessage([...WHOLE, `Via: ${'a,'.repeat(100)}a`])],
  ['a status nobody has', aMessage(['SIP/2.0 999 What'])],
])('%s is no message', (_, text) => {
  expect(parseSip(text)).toBeNull()
})

test('names and lists are split only where they may be', () => {
  expect(splitList('<sip:a,b@c>, "x,y" <sip:d@e>,')).toEqual(['<sip:a,b@c>', '"x,y" <sip:d@e>'])
  expect(sipUri('sip:%2B40722@Exchange.test:5060;transport=ws')).toEqual({
    user: '+40722',
    host: 'exchange.test:5060',
  })
  expect(sipUri('tel:+40722')).toBeNull()
  expect(sipUri('sip:%zz@x')).toBeNull()
  expect(pageOf('<sip:u@h.invalid;transport=ws;ob>;expires=3')).toBe(pageOf('<sip:u@h.invalid;transport=ws>'))
})

test.each([
  ['sendonly', 'sendonly'],
  ['sendrecv', 'sendrecv'],
])('a description of %s sound has that direction, which can be changed', (written, read) => {
  const sdp = aDescription(written)
  expect(directionOf(sdp)).toBe(read)
  expect(directionOf(turned(sdp, 'inactive'))).toBe('inactive')
  expect(turned(sdp, 'inactive').match(/a=(sendrecv|sendonly|inactive)/g)).toHaveLength(1)
})

test('sound flows both ways unless a direction is given, for the session or for the audio section', () => {
  const bare = 'v=0\r\ns=-\r\nt=0 0\r\nm=audio 9 RTP/AVP 8\r\n'
  expect(directionOf(bare)).toBe('sendrecv')
  expect(directionOf(bare.replace('t=0 0\r\n', 't=0 0\r\na=inactive\r\n'))).toBe('inactive')
  expect(directionOf(`${bare}m=video 9 RTP/AVP 97\r\na=sendonly\r\n`)).toBe('sendrecv')
  expect(directionOf('v=0\r\nm=video 9 RTP/AVP 97\r\n')).toBeNull()
})
