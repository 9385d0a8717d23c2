import type { Point } from '@dispecerat/domain/kernel/geo'
import type { DriverBehaviour } from './behaviour.ts'
import { type BehaviourMix, faultOf } from './behaviour-mix.ts'
import { nodeTransport } from './node-transport.ts'
import { type DriverDeed, PretendDriver } from './pretend-driver.ts'
import { seededRandom } from './seeded-random.ts'
import { waitingPlace } from './waiting-places.ts'

export interface Account {
  email: string
  password: string
}

/** Orders of one driver according to the driver's own state. */
export interface DriverView {
  trip: number | null
  next: number | null
  ringing: number[]
}

export interface FleetOptions {
  /** http://localhost:3000 */
  url: string
  accounts: readonly Account[]
  behaviour: DriverBehaviour
  /** Shares of drivers with faults. */
  mix?: BehaviourMix
  /** A third of the drivers start and wait here while idle. */
  stands?: readonly Point[]
  seed: number
  /** Maximum number of concurrent log-ins; a password hash costs the server 30 ms of a core. */
  loginsAtOnce?: number
  /** Called for every deed; a deed about an order is one that the server has answered. */
  did?(email: string, deed: DriverDeed, orderId: number | null): void
}

export interface Fleet {
  /** Number of each deed so far. */
  stats(): Record<DriverDeed, number>
  /** Drivers with an open socket now. */
  connected(): number
  /** Each driver's own state, by e-mail. */
  views(): ReadonlyMap<string, DriverView>
  /** Resolves when every driver has tried to come on duty once. */
  everybodyIsUp: Promise<void>
  stop(): void
}

const NOTHING_YET: Record<DriverDeed, number> = {
  connected: 0,
  lost: 0,
  dismissed: 0,
  offered: 0,
  accepted: 0,
  lost_race: 0,
  refused: 0,
  ignored: 0,
  arrived: 0,
  started: 0,
  finished: 0,
  order_canceled: 0,
  resynced: 0,
  no_network: 0,
  error: 0,
}

/** Brings the drivers on duty a few at a time and runs them until stopped. */
export function startFleet(options: FleetOptions): Fleet {
  const { url, accounts, behaviour, mix = [], stands = [], seed, loginsAtOnce = 3 } = options
  const counts = { ...NOTHING_YET }
  const onDuty = new Set<string>()
  const random = seededRandom(seed)
  let isStopped = false
  const transport = nodeTransport(url)
  const drivers = accounts.map((identity, index) => {
    const did = (deed: DriverDeed, orderId: number | null) => {
      counts[deed] += 1
      options.did?.(identity.email, deed, orderId)
      if (deed === 'connected') onDuty.add(identity.email)
      if (deed === 'lost') onDuty.delete(identity.email)
    }
    const fault = mix.length > 0 ? faultOf(mix, index, accounts.length) : behaviour.fault
    const place = waitingPlace(stands, index)
    const driver = new PretendDriver({
      transport,
      identity,
      behaviour: { ...behaviour, fault },
      random: random.fork(identity.email),
      ...(place ? { home: place } : {}),
      did,
    })
    if (place) driver.learn({ type: 'told_to_stand', at: place })
    return driver
  })
  const waiting = [...drivers]
  const bringUp = async () => {
    for (let driver = waiting.shift(); driver && !isStopped; driver = waiting.shift()) await driver.start()
  }
  return {
    stats: () => ({ ...counts }),
    connected: () => onDuty.size,
    views: () => new Map(accounts.map(({ email }, index) => [email, viewOf(drivers[index])])),
    everybodyIsUp: Promise.all(Array.from({ length: loginsAtOnce }, bringUp)).then(() => undefined),
    stop: () => {
      isStopped = true
      for (const driver of drivers) driver.stop()
    },
  }
}

function viewOf(driver: PretendDriver | undefined): DriverView {
  const { trip, next, ringing } = driver?.model ?? { trip: null, next: null, ringing: new Map<number, unknown>() }
  return { trip: trip?.orderId ?? null, next: next?.id ?? null, ringing: [...ringing.keys()] }
}
