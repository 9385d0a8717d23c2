// Apart from server-phone.ts: only the embedded exchange and realtime may import the socket library.

import crypto from 'node:crypto'
import { WebSocket } from 'ws'
import { parseSip, type SipMessage } from './sip/sip-message.ts'
import { SipSocket } from './sip/sip-socket.ts'

const CONNECTS_MS = 3000

/** A websocket that this process opens to another exchange. */
export interface DialledSocket {
  socket: SipSocket
  /** This machine's address as the other end sees it. */
  host: string
}

export interface DialledListener {
  onMessage(socket: SipSocket, message: SipMessage): void
  gone(socket: SipSocket): void
}

/** Opens one, as a browser's phone would; rejects when the connection fails. */
export function dialUpSocket(url: string, listener: DialledListener): Promise<DialledSocket> {
  return new Promise((resolve, reject) => {
    const websocket = new WebSocket(url, 'sip', { handshakeTimeout: CONNECTS_MS, perMessageDeflate: false })
    const socket = new SipSocket(crypto.randomUUID(), websocket, () => undefined)
    let host = ''
    websocket.on('upgrade', (response) => {
      host = (response.socket.localAddress ?? '').replace(/^::ffff:/, '')
    })
    websocket.on('open', () => resolve({ socket, host }))
    websocket.on('message', (data) => {
      const message = parseSip(String(data))
      if (message) listener.onMessage(socket, message)
    })
    websocket.on('error', reject)
    websocket.on('close', () => listener.gone(socket))
  })
}
