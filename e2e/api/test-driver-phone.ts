import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '@dispecerat/contract/api/realtime'
import type { OfferView } from '@dispecerat/contract/dispatch/driver'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { DriverPhone, type PhoneListener } from '@dispecerat/simulation/driver-phone'
import { nodeTransport } from '@dispecerat/simulation/node-transport'
import { seededRandom } from '@dispecerat/simulation/seeded-random'

/** A driver controlled by the test; the phone itself is the simulated fleet's. */
export interface TestDriverPhone extends AsyncDisposable {
  /** Every frame received so far, the oldest first. */
  heard: Envelope[]
  /** The first frame of this event that fits, already received or still to come. */
  waitForEvent(event: string, fits?: (data: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  offer(): Promise<OfferView>
  /** Reports the position over the socket, which has no reply. */
  standAt(point: Point): void
  /** Resolves when the server has stored the position: an order placed afterwards finds the driver there. */
  moveTo(point: Point): Promise<void>
  viewed(offer: OfferView): void
  request(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown>
  /** Number of closed connections, whichever side closed them; the phone reconnects by itself. */
  timesLost(): number
  /** Cuts the network: no close frame is sent. */
  switchOff(): void
}

const TIMEOUT_MS = 30_000
const POSITION_INTERVAL_MS = 20_000

/** The server accepts one report a second from a driver. */
const RETRY_DELAY_MS = 100

/** Logs in, goes on duty and keeps reporting its position as a phone does. */
export async function aPhone(url: string, email: string, at: Point): Promise<TestDriverPhone> {
  const received: Envelope[] = []
  const waiting = new Set<() => void>()
  let ready: () => void = () => undefined
  const isReady = new Promise<void>((resolve) => {
    ready = resolve
  })
  let timesLost = 0
  const listener: PhoneListener = {
    onReady: () => ready(),
    onFrame: (frame) => {
      received.push(frame)
      for (const check of [...waiting]) check()
    },
    onLost: () => {
      timesLost += 1
    },
    onDismissed: () => undefined,
  }
  const identity = { email, password: 'demo-parola' }
  const phone = new DriverPhone({ transport: nodeTransport(url), identity, random: seededRandom(1), listener })
  const standAt = ({ lat, long }: Point) => phone.reportPosition({ lat, long, accuracy: 5 })
  const waitForEvent: TestDriverPhone['waitForEvent'] = (event, fits = () => true) => {
    const find = () => received.find((frame) => frame.event === event && fits(frame.data as Record<string, unknown>))
    return new Promise((resolve, reject) => {
      const check = () => {
        const frame = find()
        if (!frame) return
        clearTimeout(tired)
        waiting.delete(check)
        resolve(frame.data as Record<string, unknown>)
      }
      const tired = setTimeout(() => {
        waiting.delete(check)
        reject(new Error(`${email} never heard ${event}; heard ${received.map((frame) => frame.event).join(', ')}`))
      }, TIMEOUT_MS)
      waiting.add(check)
      check()
    })
  }
  let place = at
  const moveTo = async (point: Point) => {
    place = point
    const body = { lat: point.lat, long: point.long, accuracy: 5 }
    const report = () => phone.request('POST', '/api/driver/position', body) as Promise<{ accepted: boolean }>
    while (!(await report()).accepted) await sleep(RETRY_DELAY_MS)
  }
  // A driver without a report for two minutes loses the position.
  const positionTimer = setInterval(() => standAt(place), POSITION_INTERVAL_MS)
  const switchOff = () => {
    clearInterval(positionTimer)
    phone.switchOff()
  }
  await phone.switchOn()
  await isReady
  // The first snapshot is waited for, because tests count the snapshots of later connections.
  await waitForEvent('offers_snapshot')
  await phone.request('POST', '/api/driver/shift/start', {})
  await moveTo(at)
  return {
    heard: received,
    waitForEvent,
    standAt: (point) => {
      place = point
      standAt(point)
    },
    moveTo,
    offer: async () => (await waitForEvent('order_available')) as unknown as OfferView,
    viewed: (offer) => {
      phone.confirm('delivered', offer.round_id)
      phone.confirm('viewed', offer.round_id)
    },
    request: (method, path, body) => phone.request(method, path, body),
    timesLost: () => timesLost,
    switchOff,
    [Symbol.asyncDispose]: async () => switchOff(),
  }
}
