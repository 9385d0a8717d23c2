import { WebSocket } from 'ws'
import type { SocketPlace } from '../../../../platform/http/socket-limits.ts'
import { TokenBucket } from '../../../../platform/realtime/token-bucket.ts'
import type { PhoneAccount } from '../../telephony.ts'
import { MAX_UNREAD_BYTES, SOCKET_INVITES, SOCKET_MESSAGES, SOCKET_QUESTIONS, SOCKET_REGISTERS } from '../sip-limits.ts'
import { formatSip, type SipMessage } from './sip-message.ts'

/** The websocket of one phone. */
export class SipSocket {
  readonly id: string
  /** Its slot among the admitted sockets; a socket that this process opened has none. */
  place: SocketPlace | null = null
  wrongPasswords = 0
  /** Number of consecutive challenges without an answer. */
  unproven = 0
  flooded = 0
  /** Number of requests that wait for the previous one. */
  waiting = 0
  heardAt = performance.now()
  /** Serialises the requests of a socket. */
  queue: Promise<void> = Promise.resolve()
  #account: PhoneAccount | null = null
  readonly #socket: WebSocket
  readonly #tooSlow: () => void
  readonly #buckets: Record<'REGISTER' | 'INVITE' | 'OPTIONS' | 'any', TokenBucket>

  constructor(id: string, socket: WebSocket, tooSlow: () => void) {
    this.id = id
    this.#socket = socket
    this.#tooSlow = tooSlow
    const now = performance.now()
    this.#buckets = {
      any: new TokenBucket(SOCKET_MESSAGES, now),
      REGISTER: new TokenBucket(SOCKET_REGISTERS, now),
      INVITE: new TokenBucket(SOCKET_INVITES, now),
      OPTIONS: new TokenBucket(SOCKET_QUESTIONS, now),
    }
  }

  /** The authenticated account; null before. */
  get account(): PhoneAccount | null {
    return this.#account
  }

  set account(account: PhoneAccount | null) {
    this.#account = account
    if (account) this.place?.authenticated(account)
    else this.place?.revoked()
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  may(what: 'REGISTER' | 'INVITE' | 'OPTIONS' | 'any'): boolean {
    return this.#buckets[what].take(performance.now())
  }

  /** A message that cannot be sent is lost; its transaction ends when the socket closes. */
  send(message: SipMessage): void {
    this.write(formatSip(message))
  }

  write(text: string): void {
    if (!this.isOpen) return
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) {
      this.#tooSlow()
      this.#socket.terminate()
      return
    }
    this.#socket.send(text)
  }

  ping(): void {
    if (this.isOpen) this.#socket.ping()
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    // A peer that does not answer the close is not waited for.
    setTimeout(() => this.#socket.terminate(), 1000).unref()
  }

  terminate(): void {
    this.#socket.terminate()
  }
}
