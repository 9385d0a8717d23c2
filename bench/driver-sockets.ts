import { once } from 'node:events'
import WebSocket from 'ws'
import type { BenchDriver } from './bench-installation.ts'

export interface ReceivedFrame {
  event: string
  data?: { order?: { id: number }; offers?: unknown[] }
}

export interface DriverSocket {
  driver: BenchDriver
  socket: WebSocket
}

const AT_ONCE = 50

/** Opens one socket per driver; with `auth`, each is authenticated and ready when this returns. */
export async function connectDrivers(
  url: string,
  drivers: readonly BenchDriver[],
  { auth, onFrame }: { auth: boolean; onFrame: (frame: ReceivedFrame, at: DriverSocket) => void },
): Promise<DriverSocket[]> {
  const connected: DriverSocket[] = []
  for (let from = 0; from < drivers.length; from += AT_ONCE) {
    const batch = drivers.slice(from, from + AT_ONCE)
    connected.push(...(await Promise.all(batch.map((driver) => connectOne(url, driver, { auth, onFrame })))))
  }
  return connected
}

async function connectOne(
  url: string,
  driver: BenchDriver,
  { auth, onFrame }: { auth: boolean; onFrame: (frame: ReceivedFrame, at: DriverSocket) => void },
): Promise<DriverSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, { perMessageDeflate: false })
  const at = { driver, socket }
  await once(socket, 'open')
  const ready = new Promise<void>((resolve, reject) => {
    socket.on('close', (code) => reject(new Error(`a driver's socket was closed with ${code}`)))
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as ReceivedFrame
      if (frame.event === 'ready') resolve()
      if (frame.event === 'ping') socket.send('{"event":"pong"}')
      else onFrame(frame, at)
    })
  })
  ready.catch(() => undefined)
  if (auth) {
    socket.send(JSON.stringify({ action: 'auth', token: driver.token }))
    await ready
  }
  return at
}

/** The position frame that a phone sends; the position moves a little each time. */
export function positionFrame({ lat, long }: BenchDriver, turn: number): string {
  const recorded = new Date().toISOString().slice(0, 19).replace('T', ' ')
  const data = { lat: lat + (turn % 7) * 1e-4, long: long + (turn % 5) * 1e-4, heading: 90, speed: 30, accuracy: 8 }
  return JSON.stringify({ event: 'position', data: { ...data, recorded_at: recorded } })
}

/** Sends the position of every driver once in `everySeconds`, evenly spread, until stopped. */
export function keepReporting(
  sockets: readonly DriverSocket[],
  everySeconds: number,
): { sent(): number; stop(): void } {
  const startedAt = performance.now()
  const perMs = sockets.length / (everySeconds * 1000)
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.floor((performance.now() - startedAt) * perMs)
    for (; sent < due; sent++) {
      const at = sockets[sent % sockets.length]
      if (at?.socket.readyState === WebSocket.OPEN)
        at.socket.send(positionFrame(at.driver, Math.floor(sent / sockets.length)))
    }
  }, 5)
  return { sent: () => sent, stop: () => clearInterval(timer) }
}

export function hangUp(sockets: readonly DriverSocket[]): void {
  for (const { socket } of sockets) socket.terminate()
}
