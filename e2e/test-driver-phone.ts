import { setTimeout as sleep } from 'node:timers/promises'
import type { OfferView } from '@dispecerat/contract/driver'
import type { Envelope } from '@dispecerat/contract/realtime'
import type { Point } from '@dispecerat/domain/geo'
import { DriverPhone, type PhoneListener } from '@dispecerat/simulation/driver-phone'
import { nodeTransport } from '@dispecerat/simulation/node-transport'
import { seededRandom } from '@dispecerat/simulation/seeded-random'

/** A driver whose every move the test makes; the phone itself is the pretend fleet's. */
export interface TestDriverPhone extends AsyncDisposable {
  /** Everything heard so far, oldest first. */
  heard: Envelope[]
  /** The next frame of this event, or the first one already heard that fits. */
  waitForEvent(event: string, fits?: (data: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  offer(): Promise<OfferView>
  /** Reports the position over the socket, which answers nothing. */
  standAt(point: Point): void
  /** Resolves when the server has taken the position: an order placed from then on finds the driver there. */
  moveTo(point: Point): Promise<void>
  viewed(offer: OfferView): void
  request(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<unknown>
  /** How often the socket closed, whoever closed it; the phone opens it again by itself. */
  timesLost(): number
  /** The network goes: no close frame, no goodbye. */
  switchOff(): void
}

const TIMEOUT_MS = 30_000
const POSITION_INTERVAL_MS = 20_000

/** The server takes one report a second from a driver. */
const RETRY_DELAY_MS = 100

/** Logs in, goes on duty and stands at a point, which it says again and again as a phone does. */
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
      for (const look of [...waiting]) look()
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
      const look = () => {
        const frame = find()
        if (!frame) return
        clearTimeout(tired)
        waiting.delete(look)
        resolve(frame.data as Record<string, unknown>)
      }
      const tired = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`${email} never heard ${event}; heard ${received.map((frame) => frame.event).join(', ')}`))
      }, TIMEOUT_MS)
      waiting.add(look)
      look()
    })
  }
  let place = at
  const moveTo = async (point: Point) => {
    place = point
    const body = { lat: point.lat, long: point.long, accuracy: 5 }
    const report = () => phone.request('POST', '/api/driver/position', body) as Promise<{ accepted: boolean }>
    while (!(await report()).accepted) await sleep(RETRY_DELAY_MS)
  }
  // Who is silent for two minutes is nowhere.
  const standing = setInterval(() => standAt(place), POSITION_INTERVAL_MS)
  const switchOff = () => {
    clearInterval(standing)
    phone.switchOff()
  }
  await phone.switchOn()
  await isReady
  // Tests count the snapshots of later connections.
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
