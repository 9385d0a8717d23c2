import { once } from 'node:events'
import net from 'node:net'

/** A wire between a client and the server that a test can cut without anybody being told. */
export interface ChaosProxy extends AsyncDisposable {
  /** http://localhost:PORT of the client's end. */
  url: string
  /**
   * From now on bytes vanish, both ways or only the server's answers, and nobody gets a FIN or a reset; the same happens to
   * new connections.
   */
  blackhole(what: 'everything' | 'answers'): void
  /** What was cut stays cut; new connections get through. */
  restore(): void
}

export async function aChaosProxy(target: number): Promise<ChaosProxy> {
  /** true: the server's end. */
  const sockets = new Map<net.Socket, boolean>()
  const cut = new Set<net.Socket>()
  let swallowed: 'nothing' | 'everything' | 'answers' = 'nothing'

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
  }
  const proxy = net.createServer((client) => {
    const server = net.connect(target, '127.0.0.1')
    for (const socket of [client, server]) {
      sockets.set(socket, socket === server)
      swallow(socket, socket === server)
    }
    carry(client, server)
    carry(server, client)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as net.AddressInfo).port}`,
    blackhole: (what) => {
      swallowed = what
      for (const [socket, isServer] of sockets) swallow(socket, isServer)
    },
    restore: () => {
      swallowed = 'nothing'
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets.keys()) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
