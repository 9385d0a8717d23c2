import type { PhoneAccount } from '../../telephony.ts'
import type { Leg, Waiting } from '../leg.ts'
import { SipDialog } from './sip-dialog.ts'
import { SipLeg } from './sip-leg.ts'
import { headerOf, type SipHeader, type SipRequest } from './sip-message.ts'
import { tagOf } from './sip-names.ts'
import { ALLOW, replyTo } from './sip-replies.ts'
import type { SipSocket } from './sip-socket.ts'
import type { Wire } from './wire.ts'

/** A calling phone: its INVITE, until it is answered. */
export class SipWaiting implements Waiting {
  readonly request: SipRequest
  readonly socket: SipSocket
  readonly account: PhoneAccount
  readonly #wire: Wire
  readonly #tag: string
  readonly #name: SipHeader
  #isOver = false

  /** `callId` is the id of the call, which the phone's other requests do not contain when it is not its own. */
  constructor(wire: Wire, parts: { socket: SipSocket; request: SipRequest; account: PhoneAccount; callId: string }) {
    this.#wire = wire
    this.request = parts.request
    this.socket = parts.socket
    this.account = parts.account
    this.#tag = wire.newTag()
    this.#name = ['X-Call-ID', parts.callId]
  }

  get isOver(): boolean {
    return this.#isOver
  }

  rings(status: 180 | 182): void {
    if (this.#isOver) return
    const headers = [this.#wire.contact, this.#name]
    this.socket.send(replyTo(this.request, status, { tag: this.#tag, headers }))
  }

  accept(sdp: string): Leg {
    this.#isOver = true
    const { request, socket, account } = this
    const from = headerOf(request, 'from') ?? ''
    const dialog = new SipDialog(this.#wire, {
      callId: headerOf(request, 'call-id') ?? '',
      localTag: this.#tag,
      remoteTag: tagOf(from) ?? '',
      local: `${headerOf(request, 'to') ?? ''};tag=${this.#tag}`,
      remote: from,
      contact: headerOf(request, 'contact') ?? '',
      socket,
      cseq: 0,
      session: this.#wire.newSession(),
    })
    const leg = new SipLeg(dialog, account.extension, request)
    const headers = [this.#wire.contact, ALLOW, this.#name]
    socket.send(replyTo(request, 200, { tag: this.#tag, headers, sdp: dialog.describe(sdp) }))
    return leg
  }

  refuse(status: number): void {
    if (this.#isOver) return
    this.#isOver = true
    this.socket.send(replyTo(this.request, status, { tag: this.#tag }))
  }
}
