import crypto from 'node:crypto'
import { Asks } from './asks.ts'
import type { SipHeader, SipRequest } from './sip-message.ts'
import type { SipSocket } from './sip-socket.ts'

/** Who answers for a dialog: what a phone sends within it is given to him. */
export interface DialogKeeper {
  readonly callId: string
  readonly remoteTag: string
  /** Whose phone is at the other end. */
  readonly extension: string
  readonly page: string
  readonly socket: SipSocket
  onMessage(socket: SipSocket, request: SipRequest): void
  /** Its socket closed. */
  lost(): void
  /** The same page registered over another socket. */
  moveTo(socket: SipSocket): void
}

/** What all calls of one exchange share on the side of SIP. */
export class Wire {
  readonly domain: string
  readonly asks: Asks
  /** By the tag the exchange gave its own end. */
  readonly dialogs = new Map<string, DialogKeeper>()

  #versions = 0

  constructor(domain: string) {
    this.domain = domain
    this.asks = new Asks(domain)
  }

  /** Where phones find the exchange again; they all come by websocket. */
  get contact(): SipHeader {
    return ['Contact', `<sip:dispecerat@${this.domain};transport=ws>`]
  }

  /** Every description is newer than those before it, whoever gets it. */
  nextVersion(): number {
    this.#versions += 1
    return this.#versions
  }

  newSession(): number {
    return crypto.randomInt(1, 2 ** 31)
  }

  newTag(): string {
    return crypto.randomBytes(9).toString('hex')
  }

  newCallId(): string {
    return `${crypto.randomUUID()}@${this.domain}`
  }
}
