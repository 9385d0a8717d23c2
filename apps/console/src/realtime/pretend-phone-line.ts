import { HEARTBEAT_SECONDS } from '@dispecerat/contract/api/realtime'
import { CALL_MS, type LineListener, type PhoneLine, type PhoneTransport } from '@dispecerat/simulation/phone-transport'

const LOST = 1006

/**
 * Connection of a simulated driver's phone in this browser to the server: its own token and its own socket, never the
 * console's.
 */
export const browserTransport: PhoneTransport = {
  ask: async ({ method, path, headers, body }) => {
    const answer = await fetch(path, { method, headers, body, signal: AbortSignal.timeout(CALL_MS) })
    return { status: answer.status, body: await answer.json().catch(() => null) }
  },
  open: openLine,
}

function openLine(listener: LineListener): PhoneLine {
  const { protocol, host } = window.location
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`)
  let isOver = false
  /* A browser hides the server's pings: only a reply shows that the connection is alive. */
  const beat = setInterval(() => say(JSON.stringify({ event: 'ping' })), HEARTBEAT_SECONDS * 1000)
  const say = (text: string) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(text)
  }
  const end = (code: number) => {
    if (isOver) return
    isOver = true
    clearInterval(beat)
    listener.closed(code)
  }
  socket.onopen = () => listener.opened()
  socket.onmessage = (event) => {
    if (!isOver) listener.onFrame(String(event.data))
  }
  socket.onclose = (event) => end(event.code)
  return {
    say,
    hangUp: () => socket.close(1000),
    cut: () => {
      socket.close()
      end(LOST)
    },
  }
}
