import { splitList } from './sip-names.ts'

export type SipHeader = [name: string, value: string]

interface Carried {
  /** In the order of the wire; one entry for each Via, Route and Contact value. */
  headers: SipHeader[]
  body: string
}

export interface SipRequest extends Carried {
  kind: 'request'
  method: string
  uri: string
}

export interface SipResponse extends Carried {
  kind: 'response'
  status: number
  reason: string
}

export type SipMessage = SipRequest | SipResponse

const MAX_HEADERS = 64
const LONGEST_HEADER = 2048
const REQUEST_LINE = /^([A-Z]{2,20}) (\S{1,512}) SIP\/2\.0$/
const STATUS_LINE = /^SIP\/2\.0 ([1-6]\d\d) ?(.{0,256})$/
/** A line break or a NUL inside a header value would become another header when it is forwarded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/

const LONG_NAMES: Record<string, string> = {
  v: 'Via',
  f: 'From',
  t: 'To',
  i: 'Call-ID',
  m: 'Contact',
  l: 'Content-Length',
  c: 'Content-Type',
  e: 'Content-Encoding',
  k: 'Supported',
  s: 'Subject',
  x: 'Session-Expires',
}
const LISTS = new Set(['via', 'route', 'record-route', 'contact'])

/** Parses a message in one frame (RFC 3261 §7, RFC 7118); null when it is invalid, or larger than anything a phone sends. */
export function parseSip(text: string): SipMessage | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  if (lines.length > MAX_HEADERS || CONTROL.test(first)) return null
  const headers = readHeaders(lines)
  if (!headers) return null
  const body = cutToLength(text.slice(end + 4), headers)
  const request = REQUEST_LINE.exec(first)
  if (request) return { kind: 'request', method: request[1] ?? '', uri: request[2] ?? '', headers, body }
  const response = STATUS_LINE.exec(first)
  return response && { kind: 'response', status: Number(response[1]), reason: response[2] ?? '', headers, body }
}

/** True with more or longer header lines than any phone writes. */
export function isOversized(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const [, ...lines] = (end < 0 ? text : text.slice(0, end)).split('\r\n')
  return lines.length > MAX_HEADERS || lines.some((line) => line.length > LONGEST_HEADER)
}

/** The frame of a message, with a new Content-Length. */
export function formatSip(message: SipMessage): string {
  const start =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`
  const otherHeaders = message.headers.filter(([name]) => name.toLowerCase() !== 'content-length')
  const lines = otherHeaders.map(([name, value]) => `${name}: ${value}`)
  return [start, ...lines, `Content-Length: ${Buffer.byteLength(message.body)}`, '', message.body].join('\r\n')
}

/** The first header of that name (lower case); undefined when there is none. */
export function headerOf(message: SipMessage, name: string): string | undefined {
  return message.headers.find(([one]) => one.toLowerCase() === name)?.[1]
}

/** All headers of that name (lower case), in order. */
export function headersOf(message: SipMessage, name: string): string[] {
  return message.headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value)
}

/** CSeq's number and method; NaN when it is missing. */
export function cseqOf(message: SipMessage): { number: number; method: string } {
  const [number, method] = (headerOf(message, 'cseq') ?? '').trim().split(/\s+/)
  return { number: number ? Number(number) : Number.NaN, method: method ?? '' }
}

function readHeaders(lines: readonly string[]): SipHeader[] | null {
  const headers: SipHeader[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1 || line.length > LONGEST_HEADER || CONTROL.test(line)) return null
    const written = line.slice(0, colon).trim()
    const value = line.slice(colon + 1).trim()
    const name = LONG_NAMES[written.toLowerCase()] ?? written
    const values = LISTS.has(name.toLowerCase()) && value !== '*' ? splitList(value) : [value]
    for (const one of values) headers.push([name, one])
  }
  return headers.length > MAX_HEADERS ? null : headers
}

/** Content-Length counts bytes, not characters. */
function cutToLength(body: string, headers: readonly SipHeader[]): string {
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? Number.NaN)
  if (!Number.isInteger(length) || length < 0) return body
  const bytes = Buffer.from(body)
  return bytes.length > length ? bytes.subarray(0, length).toString() : body
}
