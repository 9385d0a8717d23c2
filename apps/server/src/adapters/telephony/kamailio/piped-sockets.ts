import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  type LimitReached,
  SocketLimits,
  type SocketOwner,
  type SocketPlace,
  type SocketQuota,
} from '../../../platform/http/socket-limits.ts'
import type { OpenLines } from './open-lines.ts'
import { pipeWebsocket } from './pipe-websocket.ts'

/** Each connection takes 64 KiB of the memory that Kamailio's processes share, which is 64 MB by default. */
const MAX_UNAUTHENTICATED = 250

interface PipedParts {
  to: URL
  /** True while the proxy reports authentications. */
  canJudge(): boolean
  closed(line: string): void
  refused(why: LimitReached): void
  ofCompany?: SocketQuota | undefined
}

/** The browsers' websockets that are piped to the proxy, with the limits of telephone sockets. */
export class PipedSockets {
  readonly #parts: PipedParts
  readonly #limits: SocketLimits
  readonly #places = new Map<string, SocketPlace>()
  readonly #sockets = new Set<Duplex>()

  constructor(parts: PipedParts) {
    this.#parts = parts
    this.#limits = new SocketLimits({
      maxUnauthenticated: MAX_UNAUTHENTICATED,
      canJudge: () => parts.canJudge(),
      ...(parts.ofCompany && { ofCompany: parts.ofCompany }),
    })
  }

  open({ address, ...pipe }: { request: IncomingMessage; socket: Duplex; head: Buffer; address: string }): void {
    const { socket } = pipe
    const { to, closed, refused } = this.#parts
    const place = this.#limits.admit(address, (why) => {
      refused(why)
      socket.destroy()
    })
    this.#sockets.add(socket)
    socket.on('close', () => {
      place.gone()
      this.#sockets.delete(socket)
    })
    pipeWebsocket(
      { ...pipe, to },
      {
        opened: (line) => void this.#places.set(line, place),
        closed: (line) => {
          this.#places.delete(line)
          closed(line)
        },
      },
    )
  }

  authenticated(line: string, owner: SocketOwner): void {
    this.#places.get(line)?.authenticated(owner)
  }

  /** Call it after a time without events. */
  follow(lines: OpenLines): void {
    for (const [line, place] of this.#places) {
      const owner = lines.find(line)
      if (owner) place.authenticated(owner)
    }
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
