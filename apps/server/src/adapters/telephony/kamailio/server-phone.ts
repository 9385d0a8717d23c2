import crypto from 'node:crypto'
import { type DialledSocket, dialUpSocket } from '../embedded/dial-up-socket.ts'
import type { PhoneToRing } from '../embedded/reachable-phones.ts'
import { headerOf, type SipMessage, type SipRequest } from '../embedded/sip/sip-message.ts'
import { tagOf } from '../embedded/sip/sip-names.ts'
import { replyTo } from '../embedded/sip/sip-replies.ts'
import { SipRing } from '../embedded/sip/sip-ring.ts'
import type { SipSocket } from '../embedded/sip/sip-socket.ts'
import { Wire } from '../embedded/sip/wire.ts'
import type { Announcement } from '../telephony.ts'
import type { ProxyRpc } from './proxy-rpc.ts'

/**
 * The server's own telephone at the proxy, on a websocket like a browser's, from which it dials clients. It has no account:
 * each call goes to an address created for it alone, with the called number announced to the proxy beforehand (JSON-RPC).
 */
export class ServerPhone {
  readonly #wsUrl: string
  readonly #rpc: ProxyRpc
  readonly #wire: Wire
  #line: Promise<DialledSocket> | null = null

  constructor({ wsUrl, domain, rpc }: { wsUrl: string; domain: string; rpc: ProxyRpc }) {
    this.#wsUrl = wsUrl
    this.#rpc = rpc
    this.#wire = new Wire(domain)
  }

  /** Address of this machine for incoming sound. */
  async host(): Promise<string> {
    return (await this.#connected()).host
  }

  /** The telephone of a client, called through the trunk. */
  async phoneOf({ sipCallerId, companyId, to }: Announcement, offer: string): Promise<PhoneToRing> {
    const { socket } = await this.#connected()
    const extension = `say-${crypto.randomBytes(12).toString('hex')}`
    await this.#rpc.ask('htable.sets', ['sayings', extension, `${to}|${companyId}`])
    const binding = { account: { extension }, contact: `<sip:${extension}@${this.#wire.domain}>`, socket }
    const parts = { binding, callId: sipCallerId, from: `company-${companyId}`, offer }
    return (listener) => new SipRing(this.#wire, parts, listener)
  }

  async stop(): Promise<void> {
    const line = await this.#line?.catch(() => null)
    line?.socket.close(1001, 'restarting')
  }

  /** Opened with the first call, and again after it broke. */
  #connected(): Promise<DialledSocket> {
    const listener = {
      onMessage: (socket: SipSocket, message: SipMessage) => this.#onMessage(socket, message),
      gone: (socket: SipSocket) => this.#gone(socket),
    }
    this.#line ??= dialUpSocket(this.#wsUrl, listener).catch((error: unknown) => {
      this.#line = null
      throw error
    })
    return this.#line
  }

  #onMessage(socket: SipSocket, message: SipMessage): void {
    if (message.kind === 'response') this.#wire.asks.onResponse(socket, message)
    else this.#asked(socket, message)
  }

  #asked(socket: SipSocket, request: SipRequest): void {
    const keeper = this.#wire.dialogs.get(tagOf(headerOf(request, 'to')) ?? '')
    if (keeper?.callId === headerOf(request, 'call-id')) keeper?.onMessage(socket, request)
    else if (request.method !== 'ACK') socket.send(replyTo(request, 481))
  }

  #gone(socket: SipSocket): void {
    this.#line = null
    this.#wire.asks.gone(socket)
    for (const keeper of [...this.#wire.dialogs.values()]) if (keeper.socket === socket) keeper.lost()
  }
}
