import crypto from 'node:crypto'
import { ClientTransactions } from '../client-transactions.ts'
import type { SipHeader, SipRequest } from './sip-message.ts'
import type { SipSocket } from './sip-socket.ts'

/** The owner of a dialog, who gets the phone's requests within it. */
export interface DialogKeeper {
  readonly callId: string
  readonly remoteTag: string
  /** Extension of the phone at the other end. */
  readonly extension: string
  readonly page: string
  readonly socket: SipSocket
  onMessage(socket: SipSocket, request: SipRequest): void
  /** Its socket closed. */
  lost(): void
  /** The same page registered over another socket. */
  moveTo(socket: SipSocket): void
}

/** SIP state shared by all calls of one exchange. */
export class Wire {
  readonly domain: string
  readonly asks: ClientTransactions
  /** By the tag of the exchange's own end. */
  readonly dialogs = new Map<string, DialogKeeper>()

  #versions = 0

  constructor(domain: string) {
    this.domain = domain
    this.asks = new ClientTransactions(domain)
  }

  /** The exchange's Contact; all phones connect by websocket. */
  get contact(): SipHeader {
    return ['Contact', `<sip:dispecerat@${this.domain};transport=ws>`]
  }

  /** Every description gets a higher version than those before it, whichever phone it is for. */
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
