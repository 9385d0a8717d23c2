import { once } from 'node:events'
import net from 'node:net'

/** A port of this machine, or the path of a Unix socket. */
type Place = number | string

/** A proxy between a client and a server that a test can cut silently. */
export interface ChaosProxy extends AsyncDisposable {
  /** http://localhost:PORT of the client side; empty for a Unix socket. */
  url: string
  /**
   * Drops all bytes from now on, both ways or only the server's replies, without FIN or RST; the same for
   * new connections.
   */
  blackhole(what: 'everything' | 'answers'): void
  /** Holds bytes back from now on, those of new connections too; nothing is lost. */
  hold(): void
  /** Closes every connection; new ones work. */
  disconnect(): void
  /** Forwards held bytes; cut connections stay cut, new ones work. */
  restore(): void
}

/** Listens on a port of its own, or on the Unix socket at this path. */
export async function aChaosProxy(target: Place, listenOn: Place = 0): Promise<ChaosProxy> {
  /** True for sockets to the server. */
  const sockets = new Map<net.Socket, boolean>()
  const cut = new Set<net.Socket>()
  let swallowed: 'nothing' | 'everything' | 'answers' = 'nothing'
  let isHeld = false

  const swallow = (socket: net.Socket, isServer: boolean) => {
    if (swallowed === 'everything' || (swallowed === 'answers' && isServer)) cut.add(socket)
  }

  const carry = (from: net.Socket, to: net.Socket) => {
    from.on('data', (bytes) => void (cut.has(from) || to.write(bytes)))
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      if (!cut.has(from)) to.destroy()
    })
    if (isHeld) from.pause()
  }
  const proxy = net.createServer((client) => {
    const server = typeof target === 'number' ? net.connect(target, '127.0.0.1') : net.connect(target)
    for (const socket of [client, server]) {
      sockets.set(socket, socket === server)
      swallow(socket, socket === server)
    }
    carry(client, server)
    carry(server, client)
  })
  if (typeof listenOn === 'number') proxy.listen(listenOn, '127.0.0.1')
  else proxy.listen(listenOn)
  await once(proxy, 'listening')
  const address = proxy.address()
  return {
    url: address && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : '',
    blackhole: (what) => {
      swallowed = what
      for (const [socket, isServer] of sockets) swallow(socket, isServer)
    },
    hold: () => {
      isHeld = true
      for (const socket of sockets.keys()) socket.pause()
    },
    disconnect: () => {
      for (const socket of sockets.keys()) socket.destroy()
    },
    restore: () => {
      swallowed = 'nothing'
      isHeld = false
      for (const socket of sockets.keys()) socket.resume()
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets.keys()) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
