import type { Described, Info, Leg, LegListener, OfferMethod } from '../leg.ts'
import type { SipDialog } from './sip-dialog.ts'
import { cseqOf, headerOf, type SipRequest, type SipResponse } from './sip-message.ts'
import { pageOf } from './sip-names.ts'
import { ALLOW, replyTo, sdpOf } from './sip-replies.ts'
import type { SipSocket } from './sip-socket.ts'
import type { DialogKeeper } from './wire.ts'

const NOT_NOW: Described = { status: 491, sdp: '' }

/** One answered side of a call, on a phone behind a websocket. */
export class SipLeg implements Leg, DialogKeeper {
  readonly page: string
  readonly extension: string
  readonly #dialog: SipDialog
  readonly #takesUpdates: boolean
  #listener: LegListener | null = null
  /** An offer is pending, in either direction. */
  #isOffering = false
  #isOver = false

  /** `from` is the phone's message that opened the dialog. */
  constructor(dialog: SipDialog, extension: string, from: SipRequest | SipResponse) {
    this.#dialog = dialog
    this.extension = extension
    this.page = pageOf(dialog.parts.contact)
    this.#takesUpdates = /\bUPDATE\b/i.test(headerOf(from, 'allow') ?? '')
    dialog.wire.dialogs.set(dialog.parts.localTag, this)
  }

  get callId(): string {
    return this.#dialog.parts.callId
  }

  get remoteTag(): string {
    return this.#dialog.parts.remoteTag
  }

  get socket(): SipSocket {
    return this.#dialog.parts.socket
  }

  /** Events from before the listener was set are delivered at once. */
  listen(listener: LegListener): void {
    this.#listener = listener
    if (this.#isOver) listener.bye()
    else if (!this.socket.isOpen) listener.lost()
  }

  async offer(sdp: string, method: OfferMethod): Promise<Described> {
    if (this.#isOver) return { status: 481, sdp: '' }
    if (this.#isOffering) return NOT_NOW
    this.#isOffering = true
    const carried = method === 'UPDATE' && this.#takesUpdates ? 'UPDATE' : 'INVITE'
    const request = this.#dialog.request(carried, { body: this.#dialog.describe(sdp), headers: [ALLOW] })
    const { socket } = this.#dialog.parts
    const cseq = cseqOf(request).number
    return new Promise((resolve) => {
      this.#dialog.wire.asks.send({
        socket,
        request,
        onResponse: (response) => {
          if (response && response.status < 200) return
          if (response && response.status < 300 && carried === 'INVITE') this.#dialog.acknowledge(cseq)
          this.#isOffering = false
          resolve(described(response))
        },
      })
    })
  }

  sendInfo({ type, body }: Info): Promise<number> {
    const request = this.#dialog.request('INFO', { body, headers: [['Content-Type', type]] })
    const { socket } = this.#dialog.parts
    return new Promise((resolve) => {
      this.#dialog.wire.asks.send({
        socket,
        request,
        onResponse: (response) => {
          if (!response || response.status >= 200) resolve(response?.status ?? 408)
        },
      })
    })
  }

  bye(cause: number, why: string): void {
    if (this.#isOver) return
    this.#end()
    this.#dialog.bye(cause, why)
  }

  onMessage(socket: SipSocket, request: SipRequest): void {
    this.#dialog.parts.socket = socket
    switch (request.method) {
      case 'BYE':
        socket.send(replyTo(request, 200))
        if (this.#isOver) return
        this.#end()
        this.#listener?.bye()
        return
      case 'INVITE':
      case 'UPDATE':
        void this.#heardOffer(socket, request, request.method)
        return
      case 'INFO':
        void this.#heardInfo(socket, request)
        return
      case 'ACK':
        return
      case 'CANCEL':
      case 'OPTIONS':
        socket.send(replyTo(request, 200, { headers: [ALLOW] }))
        return
      default:
        socket.send(replyTo(request, 405, { headers: [ALLOW] }))
    }
  }

  /** Its socket closed; the phone may come back on another. */
  lost(): void {
    if (!this.#isOver) this.#listener?.lost()
  }

  /** The same page registered again: its further requests come over this socket. */
  moveTo(socket: SipSocket): void {
    if (this.#isOver || this.#dialog.parts.socket === socket) return
    this.#dialog.parts.socket = socket
    this.#listener?.returned()
  }

  async #heardOffer(socket: SipSocket, request: SipRequest, method: OfferMethod): Promise<void> {
    const sdp = sdpOf(request)
    if (sdp === null) {
      // An UPDATE without a description is only a keep-alive (RFC 4028); an INVITE would request an offer.
      socket.send(replyTo(request, method === 'UPDATE' ? 200 : 488, { headers: [this.#dialog.wire.contact] }))
      return
    }
    if (this.#isOffering || !this.#listener) {
      socket.send(replyTo(request, 491))
      return
    }
    this.#isOffering = true
    const { status, sdp: answer } = await this.#listener.offered(sdp, method).catch(() => ({ status: 500, sdp: '' }))
    this.#isOffering = false
    const { contact } = this.#dialog.wire
    if (status === 200)
      socket.send(replyTo(request, 200, { headers: [contact, ALLOW], sdp: this.#dialog.describe(answer) }))
    else socket.send(replyTo(request, status))
  }

  async #heardInfo(socket: SipSocket, request: SipRequest): Promise<void> {
    const type = headerOf(request, 'content-type') ?? 'application/dtmf-relay'
    const status = (await this.#listener?.onInfo({ type, body: request.body }).catch(() => 500)) ?? 481
    socket.send(replyTo(request, status))
  }

  #end(): void {
    this.#isOver = true
    this.#dialog.wire.dialogs.delete(this.#dialog.parts.localTag)
  }
}

function described(response: SipResponse | null): Described {
  if (!response) return { status: 408, sdp: '' }
  if (response.status >= 300) return { status: response.status, sdp: '' }
  const sdp = sdpOf(response)
  return sdp === null ? { status: 488, sdp: '' } : { status: 200, sdp }
}
