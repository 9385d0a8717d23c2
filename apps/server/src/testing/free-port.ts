import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/** Below the ports that Linux assigns by itself, to listeners on port 0 and to outgoing connections (32768–60999). */
const FIRST_PORT = 10_000
const LAST_PORT = 29_999
const HOST = '127.0.0.1'
/** Test processes reserve a port here, so that the port stays free for the program under test on `HOST`. */
const RESERVING_HOST = '127.0.0.2'

/**
 * A TCP and UDP port of 127.0.0.1 for a program that the test starts, and may start again. No other test process gets the
 * same one until this process ends: the reservation is a listener on a second loopback address.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1)
    if ((await isReserved(port)) && (await isUnused(port))) return port
  }
}

async function isReserved(port: number): Promise<boolean> {
  try {
    await once(net.createServer().unref().listen(port, RESERVING_HOST), 'listening')
    return true
  } catch (error) {
    // macOS has one loopback address only: there two test processes may draw the same port.
    return (error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL'
  }
}

async function isUnused(port: number): Promise<boolean> {
  const stream = net.createServer().listen(port, HOST)
  const datagrams = dgram.createSocket('udp4').bind(port, HOST)
  const opened = await Promise.allSettled([once(stream, 'listening'), once(datagrams, 'listening')])
  for (const socket of [stream, datagrams]) await new Promise<void>((resolve) => void socket.close(() => resolve()))
  return opened.every(({ status }) => status === 'fulfilled')
}
