import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export const WEBSOCKET_PATH = '/ws'

/** A path on which websockets are opened; the page's origin is checked before. */
export interface Door {
  path: string
  /** Only browsers connect here. */
  isForPages?: boolean
  /** `address`: the client's address, behind the trusted proxies. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void
}

/** Browsers always send the page's origin: it must be this server's, or a configured one. Native apps send none. */
export function originMayConnect(
  request: IncomingMessage,
  { isForPages = false, publicOrigins }: Pick<Door, 'isForPages'> & { publicOrigins: readonly string[] },
): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return !isForPages
  if (publicOrigins.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

export function refuseUpgrade(
  socket: Duplex,
  status: '403 Forbidden' | '404 Not Found' | '503 Service Unavailable',
): void {
  socket.on('error', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
