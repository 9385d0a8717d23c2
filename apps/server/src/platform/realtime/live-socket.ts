import { CLOSE, type Envelope } from '@dispecerat/contract/api/realtime'
import { type RevokedBy, rolesMay } from '@dispecerat/domain/identity/permissions'
import type { CompanyId } from '@dispecerat/domain/kernel/ids'
import { toWireTime } from '@dispecerat/domain/kernel/wire-time'
import type { WebSocket } from 'ws'
import { type Login, revokedFrom } from '../http/authenticate.ts'
import type { SocketKind } from './realtime.ts'

/** Above this backlog volatile frames are dropped. */
const DROP_VOLATILE_ABOVE = 256 * 1024
const CLOSE_ABOVE = 1024 * 1024
/** A client that reads nothing never sees the close frame either. */
const CLOSE_GRACE_MS = 5000

/** A frame of either stream, ready to be sent. */
export interface WireFrame {
  event: string
  channel?: string | undefined
  data: unknown
}

export function encode(frame: WireFrame, seq: number, at: Date): Buffer {
  const { event, channel, data } = frame
  const envelope: Envelope = { event, ...(channel ? { channel } : {}), seq, at: toWireTime(at), data }
  return Buffer.from(JSON.stringify(envelope))
}

/** One authenticated websocket. While it joins, live frames are queued behind the missed ones. */
export class LiveSocket {
  #login: Login
  readonly kind: SocketKind
  readonly channels = new Set<string>()
  /** Companies whose events it receives; null: none. */
  readonly companies: 'every' | readonly CompanyId[] | null
  readonly #socket: WebSocket
  #waiting: Buffer[] | null = []
  /** The client has received everything up to here already. */
  #receivedUpTo: number
  #isClosing = false

  constructor(socket: WebSocket, login: Login, receivedUpTo: number) {
    this.#socket = socket
    this.#login = login
    this.kind = kindOf(login)
    this.companies = this.kind === 'console' && login.scope.ownUserId === null ? login.scope.companies : null
    this.#receivedUpTo = receivedUpTo
  }

  get login(): Login {
    return this.#login
  }

  /** Replaces the permissions that companies revoke from the user's roles. */
  withRevoked(revokedBy: RevokedBy): void {
    this.#login = { ...this.#login, ...revokedFrom(revokedBy) }
  }

  get socket(): WebSocket {
    return this.#socket
  }

  get isOpen(): boolean {
    return !this.#isClosing && this.#socket.readyState === this.#socket.OPEN
  }

  get isJoining(): boolean {
    return this.#waiting !== null
  }

  receivesAnyOf(companies: readonly CompanyId[]): boolean {
    if (this.companies === null) return false
    if (this.companies === 'every') return companies.length > 0
    return this.companies.some((id) => companies.includes(id))
  }

  /** Sends an event of the log, which is never skipped: a client that cannot keep up is closed and resyncs. */
  sendLogged(frame: Buffer, seq: number): void {
    if (seq <= this.#receivedUpTo) return
    this.#receivedUpTo = seq
    if (this.#waiting) this.#waiting.push(frame)
    else this.#send(frame)
  }

  /** Sends a frame that is worthless when late. Returns whether it was sent. */
  sendVolatile(frame: Buffer): boolean {
    if (this.#waiting || this.#socket.bufferedAmount > DROP_VOLATILE_ABOVE) return false
    this.#send(frame)
    return true
  }

  /** Sends a reply to this client alone. */
  say(frame: Buffer): void {
    this.#send(frame)
  }

  /** Ends the joining: sends the queued frames; later ones are sent at once. */
  goLive(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = null
    for (const frame of waiting) this.#send(frame)
  }

  close(code: number, reason = ''): void {
    if (this.#isClosing) return
    this.#isClosing = true
    closeSoon(this.#socket, code, reason)
  }

  #send(frame: Buffer): void {
    if (this.#isClosing) return
    if (this.#socket.bufferedAmount > CLOSE_ABOVE) this.close(CLOSE.tooSlow, 'too slow')
    else this.#socket.send(frame, { binary: false })
  }
}

export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), CLOSE_GRACE_MS).unref()
}

export function kindOf({ roles }: Login): SocketKind {
  return roles.includes('driver') && !rolesMay(roles, 'statistics.read') ? 'driver' : 'console'
}
