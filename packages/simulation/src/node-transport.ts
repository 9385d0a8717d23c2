import WebSocket from 'ws'
import { CALL_MS, type LineListener, type PhoneLine, type PhoneTransport } from './phone-transport.ts'

/** Transport for Node: uses `ws`, so that the server's protocol pings count as signs of life. */
export function nodeTransport(address: string): PhoneTransport {
  const url = address.replace(/\/$/, '')
  return {
    ask: async ({ method, path, headers, body }) => {
      const answer = await fetch(url + path, { method, headers, body, signal: AbortSignal.timeout(CALL_MS) })
      return { status: answer.status, body: await answer.json().catch(() => null) }
    },
    open: (listener) => openLine(`${url.replace(/^http/, 'ws')}/ws`, listener),
  }
}

function openLine(url: string, listener: LineListener): PhoneLine {
  const socket = new WebSocket(url, { handshakeTimeout: CALL_MS })
  socket.on('open', () => listener.opened())
  socket.on('message', (data) => listener.onFrame(String(data)))
  socket.on('ping', () => listener.alive())
  // 'close' follows with the same information.
  socket.on('error', () => undefined)
  socket.once('close', (code) => listener.closed(code))
  return {
    say: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    hangUp: () => socket.close(1000),
    cut: () => socket.terminate(),
  }
}
