import { headerOf, type SipHeader, type SipRequest, type SipResponse } from './sip-message.ts'
import { tagOf } from './sip-names.ts'

export const ALLOW: SipHeader = ['Allow', 'REGISTER, INVITE, ACK, CANCEL, BYE, UPDATE, INFO, OPTIONS']

const REASONS: Record<number, string> = {
  100: 'Trying',
  180: 'Ringing',
  182: 'Queued',
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  500: 'Server Internal Error',
  503: 'Service Unavailable',
  603: 'Decline',
}
const MIRRORED = new Set(['via', 'from', 'to', 'call-id', 'cseq'])

export interface ReplyParts {
  headers?: readonly SipHeader[]
  /** Our tag, added to To unless it has one. */
  tag?: string
  sdp?: string
}

/** The response to a request, with the headers that RFC 3261 §8.2.6 copies from it. */
export function replyTo(request: SipRequest, status: number, parts: ReplyParts = {}): SipResponse {
  const { headers = [], tag, sdp } = parts
  const mirrored = request.headers
    .filter(([name]) => MIRRORED.has(name.toLowerCase()))
    .map(([name, value]): SipHeader => {
      const needsTag = name.toLowerCase() === 'to' && tag !== undefined && !tagOf(value)
      return [name, needsTag ? `${value};tag=${tag}` : value]
    })
  const about: SipHeader[] = sdp === undefined ? [] : [['Content-Type', 'application/sdp']]
  return {
    kind: 'response',
    status,
    reason: REASONS[status] ?? 'Refused',
    headers: [...mirrored, ...about, ...headers],
    body: sdp ?? '',
  }
}

/** A Reason header (RFC 3326). */
export function because(cause: number, text: string): SipHeader {
  return ['Reason', `SIP;cause=${cause};text="${text}"`]
}

/** Another phone has answered the call. */
export const ELSEWHERE = because(200, 'Call completed elsewhere')

/** The session description in a body; null for another content type. */
export function sdpOf(message: SipRequest | SipResponse): string | null {
  if (message.body === '') return null
  const type = headerOf(message, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  return type === 'application/sdp' ? message.body : null
}
