import { authored } from './sdp.ts'
import type { SipHeader, SipRequest } from './sip-message.ts'
import { nameAddr } from './sip-names.ts'
import { because } from './sip-replies.ts'
import type { SipSocket } from './sip-socket.ts'
import type { Wire } from './wire.ts'

export interface DialogParts {
  callId: string
  localTag: string
  remoteTag: string
  /** The exchange's own From, with its tag. */
  local: string
  /** The phone's To, with its tag. */
  remote: string
  /** Its Contact header. */
  contact: string
  /** Proxies on the way that record their route, the nearest first (RFC 3261 §12.1.2). */
  routes?: readonly string[] | undefined
  socket: SipSocket
  cseq: number
  /** Session id of the descriptions that the exchange writes for this phone. */
  session: number
}

/** The exchange's end of a dialog with one phone (RFC 3261 §12). */
export class SipDialog {
  readonly wire: Wire
  readonly parts: DialogParts

  constructor(wire: Wire, parts: DialogParts) {
    this.wire = wire
    this.parts = parts
  }

  /** The next request; ACK has the number of its INVITE, which is the last one when no request was sent since. */
  request(
    method: string,
    { headers = [], body = '', cseq }: { headers?: SipHeader[]; body?: string; cseq?: number } = {},
  ): SipRequest {
    const { callId, local, remote, contact, routes = [] } = this.parts
    if (cseq === undefined) this.parts.cseq += 1
    const about: SipHeader[] = body === '' ? [] : [['Content-Type', 'application/sdp']]
    return {
      kind: 'request',
      method,
      uri: nameAddr(contact).uri,
      headers: [
        this.wire.asks.via(),
        ['Max-Forwards', '70'],
        ...routes.map((route): SipHeader => ['Route', route]),
        ['From', local],
        ['To', remote],
        ['Call-ID', callId],
        ['CSeq', `${cseq ?? this.parts.cseq} ${method}`],
        ...(method === 'ACK' || method === 'BYE' ? [] : [this.wire.contact]),
        ...(headers.some(([name]) => name === 'Content-Type') ? [] : about),
        ...headers,
      ],
      body,
    }
  }

  /** The description in the form that the exchange sends to this phone. */
  describe(sdp: string): string {
    return authored(sdp, this.parts.session, this.wire.nextVersion())
  }

  acknowledge(cseq: number, sdp = ''): void {
    this.parts.socket.send(this.request('ACK', { cseq, body: sdp }))
  }

  /** The response is ignored. */
  bye(cause: number, why: string): void {
    const request = this.request('BYE', { headers: [because(cause, why)] })
    this.wire.asks.send({ socket: this.parts.socket, request, onResponse: () => undefined })
  }
}
