import type { IncomingMessage } from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'

const PASSED_ON = [
  'upgrade',
  'connection',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-protocol',
  'origin',
]
const REFUSED = 'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
/** An empty, masked close frame: after it the proxy removes the registration at once. */
const GOODBYE = Buffer.from([0x88, 0x80, 0, 0, 0, 0])
const CONNECT_MS = 3000

export interface PipeListener {
  /** The proxy's name of the connection ("ip:port"). */
  opened(line: string): void
  closed(line: string): void
}

/** Pipes a browser's websocket to the proxy unchanged: frames are not parsed; cookies and compression stay here. */
export function pipeWebsocket(
  { request, socket, head, to }: { request: IncomingMessage; socket: Duplex; head: Buffer; to: URL },
  listener: PipeListener,
): void {
  const isSecure = to.protocol === 'wss:'
  const port = Number(to.port || (isSecure ? 443 : 80))
  const proxy = isSecure
    ? tls.connect({ host: to.hostname, port, servername: to.hostname })
    : net.connect(port, to.hostname)
  let line: string | null = null
  proxy.setNoDelay(true).setTimeout(CONNECT_MS, () => proxy.destroy())
  proxy.on(isSecure ? 'secureConnect' : 'connect', () => {
    line = `${plainAddress(proxy.localAddress)}:${proxy.localPort}`
    listener.opened(line)
    proxy.setTimeout(0)
    const headers = PASSED_ON.flatMap((name) => (request.headers[name] ? [`${name}: ${request.headers[name]}`] : []))
    proxy.write([`GET ${to.pathname} HTTP/1.1`, `host: ${to.host}`, ...headers, '', ''].join('\r\n'))
    proxy.write(head)
    proxy.pipe(socket)
    socket.pipe(proxy, { end: false })
  })
  const browserGone = () => {
    if (line === null) return proxy.destroy()
    // A pipe to a closed socket reads no more, so the proxy's own end would never be noticed.
    proxy.unpipe(socket)
    return proxy.end(GOODBYE).resume()
  }
  socket.on('end', browserGone).on('close', browserGone)
  // Errors of broken sockets add nothing to their close event.
  socket.on('error', () => undefined)
  proxy.on('error', () => undefined)
  proxy.on('close', () => {
    if (line !== null) listener.closed(line)
    if (line === null && socket.writable) socket.end(REFUSED)
    else socket.destroy()
  })
}

function plainAddress(address = ''): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}
