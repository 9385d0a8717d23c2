import { randomInt } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

/** Below the ephemeral ports of Linux (32768–60999), which listeners on port 0 and outgoing connections get. */
const FIRST_PORT = 10_000
const LAST_PORT = 29_999
/** Ranges of a hundred ports, between `LAST_PORT` and the ephemeral ports. */
const FIRST_OF_RANGES = 30_000
const HUNDREDS = 27
const HOST = '127.0.0.1'
/** Test processes reserve a port here, so that the port stays free for the program under test on `HOST`. */
const RESERVING_HOST = '127.0.0.2'

/**
 * A TCP and UDP port of 127.0.0.1 for a program that the test starts, and may restart. No other test process gets the
 * same one until this process ends: the reservation is a listener on a second loopback address. `inARow` reserves so many consecutive ports
 * and returns the first, for a program that opens the following ones itself.
 */
export async function freePort({ inARow = 1 } = {}): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 2 - inARow)
    if (await areOurs(Array.from({ length: inARow }, (_, n) => port + n))) return port
  }
}

async function areOurs(ports: number[]): Promise<boolean> {
  for (const port of ports) if (!(await isReserved(port)) || !(await isUnused(port))) return false
  return true
}

export interface PortRange {
  first: number
  last: number
  release(): void
}

/**
 * So many hundred consecutive ports for a program that chooses among them itself, e.g. for RTP. No other test process gets one of them
 * before `release`.
 */
export async function freePortRange(hundreds = 1): Promise<PortRange> {
  for (;;) {
    const first = FIRST_OF_RANGES + randomInt(HUNDREDS - hundreds + 1) * 100
    const reservations = Array.from({ length: hundreds }, () => net.createServer().unref())
    const release = () => {
      for (const reservation of reservations) if (reservation.listening) reservation.close()
    }
    const ports = Array.from({ length: hundreds * 100 }, (_, n) => first + n)
    const reserved = await Promise.all(reservations.map((one, n) => isReserved(first + n * 100, one)))
    const isOurs = reserved.every(Boolean) && (await Promise.all(ports.map(isUnused))).every(Boolean)
    if (isOurs) return { first, last: first + ports.length - 1, release }
    release()
  }
}

async function isReserved(port: number, reservation = net.createServer().unref()): Promise<boolean> {
  try {
    await once(reservation.listen(port, RESERVING_HOST), 'listening')
    return true
  } catch (error) {
    // macOS has only one loopback address, so two test processes may draw the same port there.
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
