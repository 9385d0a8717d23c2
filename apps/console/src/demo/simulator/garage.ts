import type { DriverEventName, DriverFrame } from '@dispecerat/contract/api/realtime'
import type { SimulatedDriver } from '@dispecerat/contract/demo/simulator'
import type { Point } from '@dispecerat/domain/kernel/geo'
import { type DriverDeed, PretendDriver } from '@dispecerat/simulation/pretend-driver'
import { seededRandom } from '@dispecerat/simulation/seeded-random'
import { perFrame } from '../../realtime/per-frame.ts'
import { browserTransport } from '../../realtime/pretend-phone-line.ts'
import { serverNow } from '../../ui/now.ts'
import { simulatorMessages as messages } from '../simulator-messages.ts'
import { livedOf } from './row-of.ts'
import {
  addLines,
  type Behaviour,
  behaviourOf,
  type LogLine,
  type Row,
  USUAL_BEHAVIOUR,
  useSimulator,
} from './simulator-store.ts'

interface Parked {
  driver: SimulatedDriver
  behaviour: Behaviour
  /** The stand the driver was sent to. */
  stand: Point | null
  /** Null while the phone is off. */
  running: PretendDriver | null
}

/** Frames without meaning for the log. */
const EVENT_TEXTS: Partial<Record<DriverEventName, string>> = messages.heard
const UNTOLD: ReadonlySet<DriverEventName> = new Set<DriverEventName>(['pong', 'ready', 'error'])
/** Already logged as the phone's event, so the driver's reaction is not logged again. */
const LOGGED_BY_FRAME: ReadonlySet<DriverDeed> = new Set<DriverDeed>(['order_canceled', 'resynced', 'offered'])

const parked = new Map<number, Parked>()
const log = perFrame<LogLine>(addLines)
let lines = 0

/** Applies the server's list: adds new drivers, removes deleted ones. */
export function park(drivers: readonly SimulatedDriver[]): void {
  const known = new Set(drivers.map(({ id }) => id))
  for (const [id, { running }] of parked) {
    if (known.has(id)) continue
    running?.stop()
    parked.delete(id)
  }
  for (const driver of drivers) {
    const before = parked.get(driver.id)
    if (before) before.driver = driver
    else parked.set(driver.id, { driver, behaviour: USUAL_BEHAVIOUR, stand: null, running: null })
  }
  show()
}

/** Publishes the current drivers to the table and the map. */
export function show(): void {
  useSimulator.setState({ rows: [...parked.values()].map(rowOf) })
}

function rowOf({ driver, behaviour, running }: Parked): Row {
  return {
    id: driver.id,
    companyId: driver.company_id,
    sign: driver.indicativ,
    behaviour,
    ...livedOf(running?.model ?? null, running?.isReady ?? false),
  }
}

/** Every driver whose phone is on, with their position. */
export function onTheRoad(): { row: Row; at: Point }[] {
  return [...parked.values()].flatMap((one) => (one.running ? [{ row: rowOf(one), at: one.running.model.at }] : []))
}

export function start(id: number, token: string): void {
  const one = parked.get(id)
  if (!one || one.running) return
  const { driver, behaviour, stand } = one
  const running = new PretendDriver({
    transport: browserTransport,
    identity: { token },
    behaviour: behaviourOf(behaviour),
    random: seededRandom(id),
    home: driver.at,
    did: (deed, orderId) => did(one, deed, orderId),
    onFrame: ({ event, data }) => {
      if (!UNTOLD.has(event)) notify(one, event, EVENT_TEXTS[event] ?? event, orderIn(data))
    },
  })
  one.running = running
  if (stand) running.learn({ type: 'told_to_stand', at: stand })
  void running.start().then(show)
  show()
}

function did(one: Parked, deed: DriverDeed, orderId: number | null): void {
  if (deed === 'dismissed') one.running = null
  if (!LOGGED_BY_FRAME.has(deed)) notify(one, null, messages.deeds[deed], orderId)
  show()
}

function notify({ driver }: Parked, event: string | null, text: string, orderId: number | null): void {
  lines += 1
  log({ n: lines, at: serverNow(), driverId: driver.id, sign: driver.indicativ, event, text, orderId })
}

function orderIn(data: DriverFrame['data']): number | null {
  if ('order' in data) return data.order.id
  return 'order_id' in data ? data.order_id : null
}

/** Ends the shift and disconnects; a driver with an order keeps it and goes on when started again. */
export async function stop(id: number): Promise<void> {
  const one = parked.get(id)
  const { running } = one ?? {}
  if (!one || !running) return
  const isHome = await running.goHome().catch(() => false)
  if (!isHome) running.stop()
  one.driver = { ...one.driver, at: running.model.at }
  one.running = null
  show()
}

export function stopAll(): Promise<unknown> {
  return Promise.all([...parked.keys()].map(stop))
}

export async function pause(id: number, isPaused: boolean): Promise<void> {
  const entry = parked
    .get(id)
    ?.running?.pause(isPaused)
    .catch(() => undefined)
  show()
  await entry
  show()
}

export function behave(id: number, behaviour: Behaviour, stand: Point | null): void {
  const phone = parked.get(id)
  if (!phone) return
  const isMoved = phone.behaviour.standId !== behaviour.standId
  phone.behaviour = behaviour
  phone.stand = stand
  phone.running?.learn({ type: 'became', behaviour: behaviourOf(behaviour) })
  if (isMoved) phone.running?.learn({ type: 'told_to_stand', at: stand })
  show()
}

export function answer(id: number, orderId: number, reply: 'accept' | 'refuse'): void {
  parked.get(id)?.running?.learn({ type: 'told', orderId, answer: reply })
  show()
}

/** Clears the screen when it is left; the drivers end their shifts on their own. */
export function leaveGarage(): void {
  const running = [...parked.values()].flatMap((one) => one.running ?? [])
  parked.clear()
  useSimulator.setState({ rows: [], log: [], selected: null, companyId: null })
  for (const driver of running) void driver.goHome().then((isHome) => isHome || driver.stop())
}
