import crypto from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type LimitReached, SocketLimits, type SocketQuota } from '../../../../platform/http/socket-limits.ts'
import type { SipRefusal } from '../../../../platform/telemetry/sip-refusals.ts'
import { MAX_FLOODED, MAX_FRAME_BYTES } from '../sip-limits.ts'
import { isOversized, parseSip, type SipMessage } from './sip-message.ts'
import { SipSocket } from './sip-socket.ts'

const HEARTBEAT_MS = 5000
const DEAD_AFTER_MS = 14_000
const MAX_WAITING = 200
const KEEP_ALIVE = '\r\n\r\n'

export interface SocketListener {
  /** Responses are handled at once, requests are serialised. */
  onMessage(socket: SipSocket, message: SipMessage): void | Promise<void>
  gone(socket: SipSocket): void
  refused(why: SipRefusal): void
  failed(error: unknown): void
}

/** The websockets of all phones: opened, kept alive, and limited. */
export class SipSockets {
  readonly #listener: SocketListener
  readonly #open = new Set<SipSocket>()
  readonly #limits: SocketLimits
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('sip') ? 'sip' : false),
  })
  #heartbeat: NodeJS.Timeout | null = null
  #isStopping = false

  constructor(listener: SocketListener, ofCompany?: SocketQuota) {
    this.#listener = listener
    this.#limits = new SocketLimits(ofCompany && { ofCompany })
  }

  start(): void {
    this.#heartbeat ??= setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  /** Accepts no new sockets and closes the others; messages sent before still arrive. */
  stop(): void {
    this.#isStopping = true
    if (this.#heartbeat) clearInterval(this.#heartbeat)
    for (const socket of this.#open) socket.close(1001, 'restarting')
  }

  upgrade(request: IncomingMessage, duplex: Duplex, head: Buffer, address: string): void {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((word) => word.trim())
    if (this.#isStopping) {
      refuse(duplex, '503 Service Unavailable')
      return
    }
    if (!offered.includes('sip')) {
      refuse(duplex, '400 Bad Request')
      return
    }
    this.#server.handleUpgrade(request, duplex, head, (websocket) => this.#welcome(websocket, address))
  }

  #welcome(websocket: WebSocket, address: string): void {
    const socket = new SipSocket(crypto.randomUUID(), websocket, () => this.#listener.refused('slow_reader'))
    this.#open.add(socket)
    socket.place = this.#limits.admit(address, (why) => this.#limited(socket, why))
    websocket.on('pong', () => {
      socket.heardAt = performance.now()
    })
    websocket.on('error', (error) => {
      if ('code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') this.#listener.refused('oversized')
    })
    websocket.on('message', (data) => this.#receive(socket, String(data)))
    websocket.on('close', () => {
      this.#open.delete(socket)
      socket.place?.gone()
      this.#safely(() => this.#listener.gone(socket))
    })
  }

  #receive(socket: SipSocket, text: string): void {
    socket.heardAt = performance.now()
    if (!socket.may('any')) {
      this.#flooded(socket)
      return
    }
    // RFC 5626 §3.5.1: two line breaks are a ping, one is its answer.
    if (text.trim() === '') {
      if (text === KEEP_ALIVE) socket.write('\r\n')
      return
    }
    const message = parseSip(text)
    if (!message) {
      this.#listener.refused(isOversized(text) ? 'oversized' : 'malformed')
      return
    }
    if (message.kind === 'response') {
      this.#safely(() => this.#listener.onMessage(socket, message))
      return
    }
    if (socket.waiting >= MAX_WAITING) {
      this.#flooded(socket)
      return
    }
    socket.waiting += 1
    socket.queue = socket.queue
      .then(() => this.#listener.onMessage(socket, message))
      .catch((error) => this.#listener.failed(error))
      .finally(() => {
        socket.waiting -= 1
      })
  }

  #limited(socket: SipSocket, why: LimitReached): void {
    this.#listener.refused(why)
    if (why === 'silent') socket.close(1008, why)
    else socket.close(1013, 'too many sockets')
  }

  #flooded(socket: SipSocket): void {
    this.#listener.refused('flood')
    socket.flooded += 1
    if (socket.flooded > MAX_FLOODED) socket.close(1008, 'flood')
  }

  #beat(): void {
    const now = performance.now()
    for (const socket of this.#open) {
      if (now - socket.heardAt > DEAD_AFTER_MS) socket.terminate()
      else socket.ping()
    }
  }

  #safely(work: () => void | Promise<void>): void {
    try {
      void Promise.resolve(work()).catch((error) => this.#listener.failed(error))
    } catch (error) {
      this.#listener.failed(error)
    }
  }
}

function refuse(duplex: Duplex, status: string): void {
  duplex.on('error', () => duplex.destroy())
  duplex.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
